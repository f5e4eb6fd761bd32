package dev.waggle.connect.web.address;

import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Rules for public Internet addresses. All of IPv4 is public except the blocks listed here; of IPv6 only global
 * unicast is, without the blocks listed here. Forms that carry an IPv4 address inside are refused as a whole, except
 * mapped ones and NAT64. Mapped ones are IPv4 to every system; NAT64 is the way to the Internet in networks without
 * IPv4. There the address inside counts.
 *
 * <p>Sources: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890 and its updates). Two entries are services
 * that clouds put at addresses of public blocks.
 */
public final class AddressRules {

    private static final List<Block> REFUSED_V4 = List.of(
            block("0.0.0.0/8", "an address of \"this network\""),
            block("10.0.0.0/8", "a private address"),
            block("100.64.0.0/10", "an address shared by a carrier's customers"),
            block("127.0.0.0/8", "a loopback address"),
            block("168.63.129.16/32", "a cloud's metadata address"),
            block("169.254.169.254/32", "a cloud's metadata address"),
            block("169.254.0.0/16", "a link-local address"),
            block("172.16.0.0/12", "a private address"),
            block("192.0.0.0/24", "an address for protocols"),
            block("192.0.2.0/24", "an address for documentation"),
            block("192.88.99.0/24", "an address of 6to4 relays"),
            block("192.168.0.0/16", "a private address"),
            block("198.18.0.0/15", "an address for benchmarks"),
            block("198.51.100.0/24", "an address for documentation"),
            block("203.0.113.0/24", "an address for documentation"),
            block("224.0.0.0/4", "a multicast address"),
            block("255.255.255.255/32", "the broadcast address"),
            block("240.0.0.0/4", "a reserved address"));

    private static final Block MAPPED = block("0:0:0:0:0:0:0:0/96", "");
    private static final Block NAT64 = block("64:ff9b::/96", "");
    private static final Block GLOBAL_UNICAST = block("2000::/3", "");

    private static final List<Block> REFUSED_V6 = List.of(
            block("2001::/32", "a Teredo address"),
            block("2001::/23", "an address for protocols"),
            block("2001:db8::/32", "an address for documentation"),
            block("2002::/16", "a 6to4 address"),
            block("3fff::/20", "an address for documentation"));

    private static final List<Block> NAMED_V6 = List.of(
            block("::/128", "the address of no host"),
            block("::1/128", "a loopback address"),
            block("::/96", "an IPv4-compatible address"),
            block("fd00:ec2::254/128", "a cloud's metadata address"),
            block("fd20:ce::254/128", "a cloud's metadata address"),
            block("fc00::/7", "a private address"),
            block("fe80::/10", "a link-local address"),
            block("fec0::/10", "a site-local address"),
            block("ff00::/8", "a multicast address"));

    private AddressRules() {}

    /** Kind of the address when it is not public; {@code null} when it is. */
    public static @Nullable String refusal(InetAddress address) {
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? refusalOfFour(bytes) : refusalOfSixteen(bytes);
    }

    private static @Nullable String refusalOfFour(byte[] bytes) {
        return nameIn(REFUSED_V4, bytes);
    }

    private static @Nullable String refusalOfSixteen(byte[] bytes) {
        byte[] last = Arrays.copyOfRange(bytes, 12, 16);
        boolean isMapped = bytes[10] == -1 && bytes[11] == -1
                && MAPPED.holds(withoutMark(bytes));
        if (isMapped || NAT64.holds(bytes)) {
            return refusalOfFour(last);
        }
        if (GLOBAL_UNICAST.holds(bytes)) {
            return nameIn(REFUSED_V6, bytes);
        }
        String name = nameIn(NAMED_V6, bytes);
        return name == null ? "an address outside the public Internet" : name;
    }

    /** Without the two bytes of ones that mark a mapped address. */
    private static byte[] withoutMark(byte[] bytes) {
        byte[] plain = bytes.clone();
        plain[10] = 0;
        plain[11] = 0;
        return plain;
    }

    private static @Nullable String nameIn(List<Block> blocks, byte[] bytes) {
        for (Block block : blocks) {
            if (block.holds(bytes)) {
                return block.name();
            }
        }
        return null;
    }

    /** {@code prefix/length}, most special first in every list. */
    private static Block block(String text, String name) {
        int slash = text.indexOf('/');
        byte[] prefix = InetAddress.ofLiteral(text.substring(0, slash)).getAddress();
        return new Block(new BigInteger(1, prefix), prefix.length, Integer.parseInt(text.substring(slash + 1)), name);
    }

    /**
     * Addresses that begin with the same bits.
     *
     * @param prefix the first of them, as a number
     * @param width bytes of an address, 4 or 16
     * @param length the number of shared bits
     * @param name the kind of each of them
     */
    private record Block(BigInteger prefix, int width, int length, String name) {

        boolean holds(byte[] address) {
            int others = 8 * width - length;
            return address.length == width
                    && new BigInteger(1, address).shiftRight(others).equals(prefix.shiftRight(others));
        }
    }
}
