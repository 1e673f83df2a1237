//go:build linux || darwin

package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"runtime"
	"strconv"
	"strings"
)

// site is a place in a file where something may be changed, and how.
type site struct {
	file     string // from the root of the repository
	function string
	line     int
	from, to int    // offsets in the file
	is       string // the text there
	becomes  string // for people
	kind     string
	code     func(n int) string // what stands there in the build that has the change behind number n
}

// key names a change for good: by what it is, not by its line.
func (s *site) key() string { return s.file + " | " + s.function + " | " + s.is + " | " + s.becomes }

// others are what an operator becomes.
var others = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.AND: {token.OR}, token.OR: {token.AND},
}

type finder struct {
	path     string
	text     []byte
	set      *token.FileSet
	info     *types.Info
	pkg      *types.Package
	names    map[string]string // of the packages that the file imports: path to name
	function string
	found    []site
}

// find lists what may be changed in a file.
func (f *finder) find(file *ast.File) []site {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f.function = d.Name.Name
			if d.Recv != nil && len(d.Recv.List) > 0 {
				f.function = strings.TrimPrefix(f.source(d.Recv.List[0].Type), "*") + "." + f.function
			}
			if d.Body != nil {
				f.walk(d.Body)
			}
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				f.function = "var"
				f.walk(d)
			}
		}
	}
	return f.found
}

func (f *finder) source(n ast.Node) string {
	return string(f.text[f.offset(n.Pos()):f.offset(n.End())])
}

func (f *finder) offset(p token.Pos) int { return f.set.Position(p).Offset }

func (f *finder) add(n ast.Node, kind, becomes string, code func(n int) string) {
	is := f.source(n)
	f.found = append(f.found, site{
		file: f.path, function: f.function, line: f.set.Position(n.Pos()).Line, from: f.offset(n.Pos()), to: f.offset(n.End()),
		is: strings.Join(strings.Fields(is), " "), becomes: strings.Join(strings.Fields(becomes), " "), kind: kind, code: code,
	})
}

func (f *finder) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.VAR
		case *ast.ArrayType:
			return false // its length is constant
		case *ast.CaseClause: // a case has to differ from others
			f.statements(n.Body)
			for _, s := range n.Body {
				f.walk(s)
			}
			return false
		case *ast.KeyValueExpr: // the key of a list is constant
			f.walk(n.Value)
			return false
		case *ast.IfStmt:
			f.condition(n.Cond)
		case *ast.BinaryExpr:
			return f.operator(n)
		case *ast.BasicLit:
			f.literal(n)
		case *ast.Ident:
			if tv := f.info.Types[n]; tv.Value != nil && (n.Name == "true" || n.Name == "false") {
				f.literalAs(n, tv, strconv.FormatBool(n.Name == "false"))
			}
		case *ast.BlockStmt:
			f.statements(n.List)
		}
		return true
	})
}

func (f *finder) isConstant(e ast.Expr) bool { return f.info.Types[e].Value != nil }

func (f *finder) condition(e ast.Expr) {
	if f.isConstant(e) {
		return
	}
	is := f.source(e)
	f.add(e, "condition", "true", func(n int) string { return fmt.Sprintf("(mutant.On(%d) || (%s))", n, is) })
	f.add(e, "condition", "false", func(n int) string { return fmt.Sprintf("(!mutant.On(%d) && (%s))", n, is) })
}

// operator says whether the parts may be changed, too.
func (f *finder) operator(e *ast.BinaryExpr) bool {
	if f.isConstant(e) {
		return false
	}
	a, b, typ := f.source(e.X), f.source(e.Y), f.info.TypeOf(e)
	basic, is := typ.Underlying().(*types.Basic)
	for _, other := range others[e.Op] {
		becomes := a + " " + other.String() + " " + b
		switch {
		case is && basic.Info()&types.IsBoolean != 0:
			if (other == token.LEQ || other == token.GEQ) && !ordered(f.info.TypeOf(e.X)) {
				continue
			}
			f.add(e, "comparison", becomes, func(n int) string {
				return fmt.Sprintf("(mutant.On(%d) && (%s) || !mutant.On(%d) && (%s))", n, becomes, n, f.source(e))
			})
		case is && basic.Info()&types.IsNumeric != 0 && f.nameable(typ):
			if basic.Info()&types.IsFloat != 0 && (other == token.AND || other == token.OR || other == token.SHL || other == token.SHR) {
				continue
			}
			name := f.name(typ)
			f.add(e, "arithmetic", becomes, func(n int) string {
				return fmt.Sprintf("func() %s { if mutant.On(%d) { return %s }; return %s }()", name, n, becomes, f.source(e))
			})
		}
	}
	return true
}

func ordered(t types.Type) bool {
	b, is := t.Underlying().(*types.Basic)
	return is && b.Info()&types.IsOrdered != 0
}

// name is a type as the file writes it.
func (f *finder) name(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == f.pkg {
			return ""
		}
		return f.names[p.Path()]
	})
}

// nameable says that the file can write a type.
func (f *finder) nameable(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t.Info()&types.IsUntyped == 0
	case *types.Named:
		p := t.Obj().Pkg()
		return t.TypeArgs().Len() == 0 && (p == nil || p == f.pkg && t.Obj().Parent() == f.pkg.Scope() || f.names[p.Path()] != "" && t.Obj().Exported())
	}
	return false
}

func (f *finder) literal(l *ast.BasicLit) {
	tv := f.info.Types[l]
	if tv.Value == nil {
		return
	}
	switch l.Kind {
	case token.INT:
		if v := constant.BinaryOp(tv.Value, token.ADD, constant.MakeInt64(1)); fits(v, tv.Type) {
			f.literalAs(l, tv, v.ExactString())
		}
		if constant.Sign(tv.Value) > 0 {
			f.literalAs(l, tv, constant.BinaryOp(tv.Value, token.SUB, constant.MakeInt64(1)).ExactString())
		}
	case token.FLOAT:
		f.literalAs(l, tv, "2 * "+l.Value)
	}
}

// fits says that a type of integers has room for a constant.
func fits(v constant.Value, t types.Type) bool {
	b, is := t.Underlying().(*types.Basic)
	if !is || b.Info()&types.IsInteger == 0 || b.Info()&types.IsUntyped != 0 {
		return true
	}
	bits := int(8 * types.SizesFor("gc", runtime.GOARCH).Sizeof(b))
	if b.Info()&types.IsUnsigned == 0 {
		bits--
	}
	return constant.BitLen(constant.ToInt(v)) <= bits
}

func (f *finder) literalAs(e ast.Expr, tv types.TypeAndValue, becomes string) {
	if !f.nameable(tv.Type) {
		return
	}
	is, name := f.source(e), f.name(tv.Type)
	if b, basic := tv.Type.Underlying().(*types.Basic); !basic || b.Info()&types.IsString != 0 {
		return
	}
	f.add(e, "literal", becomes, func(n int) string { return fmt.Sprintf("mutant.Or[%s](%d, %s, %s)", name, n, is, becomes) })
}

// statements are those that may be left out: calls and assignments.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, is := s.X.(*ast.CallExpr); is {
				if id, is := call.Fun.(*ast.Ident); is && id.Name == "panic" {
					continue // a function that ends by it would have no result
				}
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || f.source(s.Lhs[0]) == "_" {
				continue
			}
		case *ast.IncDecStmt:
		default:
			continue
		}
		is := f.source(s)
		f.add(s, "statement", "(nothing)", func(n int) string { return fmt.Sprintf("if !mutant.On(%d) { %s }", n, is) })
	}
}
