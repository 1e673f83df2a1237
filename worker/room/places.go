//go:build !js

package room

import (
	"cmp"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	qr "github.com/piglig/go-qr"
)

// place is an address that guests can open, and its QR code: rows of 1 and 0, without the quiet zone.
type place struct {
	Address string   `json:"address"`
	Code    []string `json:"code"`
}

// Addresses are where this machine is found, the likeliest first. A laptop has several: the school's network, a cable,
// virtual machines.
func (r *Room) Addresses() (list []string) {
	at, ok := r.Address.(*net.TCPAddr)
	if !ok {
		return nil
	}
	for _, ip := range found(at.IP, r.Anywhere) {
		list = append(list, "http://"+net.JoinHostPort(ip.String(), strconv.Itoa(at.Port))+"/room")
	}
	return list
}

// Told is what the server prints: this machine's wall, and where phones go. The key is behind a #, which no request has.
func (r *Room) Told() string {
	all := r.Addresses()
	if len(all) == 0 {
		return "The room has no address.\n"
	}
	own := strings.TrimSuffix(all[len(all)-1], "/room")
	text := fmt.Sprintf("xaia is at %s/  (Ctrl+C ends it, and the room)\nThe wall:   %s/room.html#wall=%s\n", own, own, r.Key)
	phones := all[:len(all)-1]
	if at := r.Address.(*net.TCPAddr); !at.IP.IsUnspecified() && !at.IP.IsLoopback() {
		phones = all // it listens there alone
	}
	if len(phones) == 0 {
		return text + "Phones can't reach this address: connect to a network, or listen on one with -address. One that gives public addresses needs -room-anywhere.\n"
	}
	return text + "For phones: " + strings.Join(phones, "  or  ") + "\n"
}

func found(listens net.IP, anywhere bool) (list []netip.Addr) {
	if !listens.IsUnspecified() {
		ip, _ := netip.AddrFromSlice(listens)
		return []netip.Addr{ip.Unmap()}
	}
	all, _ := net.Interfaces() // none if they can't be listed
	for _, i := range all {
		addresses, err := i.Addrs()
		if err != nil || i.Flags&net.FlagUp == 0 || i.Flags&net.FlagLoopback != 0 {
			continue
		}
		for _, a := range addresses {
			if network, ok := a.(*net.IPNet); ok && (listens.To4() == nil || network.IP.To4() != nil) { // 0.0.0.0 is of IPv4 alone
				ip, _ := netip.AddrFromSlice(network.IP)
				list = append(list, ip.Unmap())
			}
		}
	}
	return sorted(list, anywhere)
}

// sorted puts first what phones of a house reach: its private addresses, of the kinds that routers give. Those of a cable
// without a router come last, and IPv6's only where there is no other, since nobody types them.
func sorted(list []netip.Addr, anywhere bool) []netip.Addr {
	rank := func(a netip.Addr) int {
		switch b := a.As16(); {
		case a.Is4() && b[12] == 192 && a.IsPrivate():
			return 0
		case a.Is4() && b[12] == 10:
			return 1
		case a.Is4() && a.IsPrivate():
			return 2
		case a.Is4() && a.IsLinkLocalUnicast():
			return 4
		case a.Is4() && anywhere:
			return 3
		case a.IsPrivate():
			return 5
		}
		return 9
	}
	list = slices.DeleteFunc(slices.Clone(list), func(a netip.Addr) bool { return rank(a) == 9 })
	slices.SortStableFunc(list, func(a, b netip.Addr) int { return cmp.Compare(rank(a), rank(b)) })
	if len(list) > 0 && list[0].Is4() {
		list = slices.DeleteFunc(list, netip.Addr.Is6)
	}
	return append(list, netip.AddrFrom4([4]byte{127, 0, 0, 1}))
}

func (r *Room) places() (list []place) {
	for _, address := range r.Addresses() {
		code, err := qr.EncodeText(address, qr.Medium)
		if err != nil {
			continue // no address is too long
		}
		p := place{Address: address}
		for y := range code.Size() {
			row := make([]byte, code.Size())
			for x := range row {
				row[x] = '0'
				if code.Module(x, y) {
					row[x] = '1'
				}
			}
			p.Code = append(p.Code, string(row))
		}
		list = append(list, p)
	}
	return list
}
