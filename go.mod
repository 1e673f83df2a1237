module github.com/xaia-go/xaia

go 1.24.0
