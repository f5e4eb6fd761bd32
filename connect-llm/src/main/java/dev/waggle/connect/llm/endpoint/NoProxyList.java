package dev.waggle.connect.llm.endpoint;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * List of hosts that are reached without a proxy. Entries stand between commas or blanks:
 *
 * <pre>
 *   *                          every host
 *   example.com                this host and all hosts of the domain, as .example.com and *.example.com do
 *   example.com:8443           the same, at this port
 *   10.1.2.3   [fe80::1]:8080  an address
 *   10.0.0.0/8  fd00::/8       a range of addresses
 * </pre>
 *
 * Names are not resolved, so a range matches addresses only. An entry of another form matches nothing.
 */
final class NoProxyList {

    private static final Pattern PORT = Pattern.compile("(.*[^:]):(\\d{1,5})|(\\[.*]):(\\d{1,5})");
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private final List<Entry> entries;

    private NoProxyList(List<Entry> entries) {
        this.entries = entries;
    }

    static NoProxyList of(String list) {
        List<Entry> entries = new ArrayList<>();
        for (String word : list.strip().split("[,\\s]+", -1)) {
            if (!word.isEmpty()) {
                entries.add(Entry.of(word.toLowerCase(Locale.ROOT)));
            }
        }
        return new NoProxyList(List.copyOf(entries));
    }

    /** True if a host, without brackets, is on the list for that port. */
    boolean contains(String host, int port) {
        String name = withoutDot(host.toLowerCase(Locale.ROOT));
        return entries.stream().anyMatch(entry -> entry.matches(name, port));
    }

    /** True if the host is the machine itself, by its name or its address. */
    static boolean isLoopback(String host) {
        String name = withoutDot(host.toLowerCase(Locale.ROOT));
        return name.equals("localhost") || name.endsWith(".localhost")
                || address(name).filter(InetAddress::isLoopbackAddress).isPresent();
    }

    /** A host without the brackets of an IPv6 address. */
    static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static String withoutDot(String host) {
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    /** The address that a text is; empty for a name. */
    private static Optional<InetAddress> address(String text) {
        if (!IPV4.matcher(text).matches() && text.indexOf(':') < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }

    /**
     * One entry.
     *
     * @param host a name or an address; empty for every host
     * @param bits the length of the prefix of a range; below zero for no range
     * @param port the only port, if one is named
     */
    private record Entry(String host, int bits, @Nullable Integer port) {

        static Entry of(String word) {
            String text = word;
            Integer port = null;
            Matcher match = PORT.matcher(word);
            if (match.matches() && isPortOf(word)) {
                text = match.group(1) == null ? match.group(3) : match.group(1);
                port = Integer.valueOf(match.group(2) == null ? match.group(4) : match.group(2));
            }
            if (text.equals("*")) {
                return new Entry("", -1, port);
            }
            int slash = text.indexOf('/');
            if (slash > 0 && text.substring(slash + 1).matches("\\d{1,3}")) {
                return new Entry(bare(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)), port);
            }
            String host = withoutDot(text.replaceFirst("^\\*?\\.", ""));
            return new Entry(host.isEmpty() ? "/" : bare(host), -1, port); // A slash is in no host.
        }

        /** An IPv6 address without brackets has no port. */
        private static boolean isPortOf(String word) {
            return word.startsWith("[") || word.indexOf(':') == word.lastIndexOf(':');
        }

        boolean matches(String name, int atPort) {
            if (port != null && port != atPort) {
                return false;
            }
            if (host.isEmpty()) {
                return true;
            }
            Optional<InetAddress> asked = address(name);
            Optional<InetAddress> listed = address(host);
            if (bits >= 0) {
                return asked.isPresent() && listed.isPresent()
                        && isWithin(asked.get().getAddress(), listed.get().getAddress(), bits);
            }
            if (asked.isPresent() || listed.isPresent()) {
                return asked.equals(listed);
            }
            return name.equals(host) || name.endsWith("." + host);
        }

        private static boolean isWithin(byte[] address, byte[] network, int bits) {
            if (address.length != network.length || bits > 8 * network.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> bit % 8;
                if (((address[bit / 8] ^ network[bit / 8]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
