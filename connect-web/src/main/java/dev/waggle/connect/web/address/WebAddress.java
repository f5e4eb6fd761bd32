package dev.waggle.connect.web.address;

import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A requestable address: http or https, one host, one port, a path. It has one reading, so that the checked address is
 * the requested one. A text that two programs could read in two ways is refused, such as {@code http://127.1/}, {@code
 * http://0x7f000001/} or {@code http://a\@b/}.
 *
 * @param scheme {@code http} or {@code https}
 * @param host a name in small ASCII letters, an IPv4 address in four decimal parts, or an IPv6 address without brackets
 * @param port 1 to 65535
 * @param path with the query, without the fragment; it begins with a slash
 */
public record WebAddress(String scheme, String host, int port, String path) {

    public static final int LAST_PORT = 65_535;

    /** Longest address, in characters; servers refuse longer ones. */
    public static final int MAX_LENGTH = 8_192;

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)", Pattern.DOTALL);
    private static final Pattern NAME = Pattern
            .compile("(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\\.[a-z0-9_][a-z0-9_-]{0,62})*");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    private static final Pattern FOUR_PARTS = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final String PLAIN = "-._~!$&'()*+,;=:@/?";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** Reads an address that a model or a server wrote. */
    public static WebAddress parse(String written) throws WebException {
        String text = written.strip();
        if (text.length() > MAX_LENGTH) {
            throw new WebException("a URL must have at most " + MAX_LENGTH + " characters, got " + text.length());
        }
        if (text.chars().anyMatch(unit -> unit == '\\' || Character.isISOControl(unit))) {
            throw new WebException("a URL must not hold backslashes or control characters");
        }
        Matcher parts = SCHEME.matcher(text);
        if (!parts.matches()) {
            throw new WebException("the URL " + WebException.quoted(text)
                    + " has no scheme\nMaybe a whole address such as https://example.org/page.");
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new WebException("the scheme of a URL must be http or https, got " + WebException.quoted(scheme));
        }
        if (!parts.group(2).startsWith("//")) {
            throw new WebException("the URL " + WebException.quoted(text) + " must have // behind its scheme");
        }
        String rest = parts.group(2).substring(2);
        int end = firstOf(rest, "/?#");
        return of(scheme, rest.substring(0, end), rest.substring(end));
    }

    /** Target of a redirect from here; a relative one is resolved by RFC 3986, section 5.2. */
    public WebAddress follow(String location) throws WebException {
        String text = location.strip();
        if (SCHEME.matcher(text).matches() && firstOf(text, "/?#") > text.indexOf(':')) {
            return parse(text);
        }
        if (text.startsWith("//")) {
            return parse(scheme + ':' + text);
        }
        if (text.startsWith("/")) {
            return parse(origin() + text);
        }
        if (text.isEmpty() || text.startsWith("#")) {
            return this;
        }
        String base = path.substring(0, firstOf(path, "?"));
        return parse(origin() + (text.startsWith("?") ? base : base.substring(0, base.lastIndexOf('/') + 1)) + text);
    }

    /** Host and port as a policy names them. */
    public String hostAndPort() {
        return bracketed() + ':' + port;
    }

    public URI uri() {
        return URI.create(toString());
    }

    /** The address as number, when the host is one; no name is looked up. */
    public @Nullable InetAddress ipLiteral() {
        return isNumeric(host) || host.indexOf(':') >= 0 ? InetAddress.ofLiteral(host) : null;
    }

    @Override
    public String toString() {
        return origin() + path;
    }

    /** Refuses text that no address can contain. */
    public static void requireHostAndPort(String place) {
        try {
            if (!parse("http://" + place + '/').hostAndPort().equals(place)) {
                throw new WebException("it is not written as it is read");
            }
        } catch (WebException bad) {
            throw new IllegalArgumentException("an allowed place must be host:port in small letters, got "
                    + WebException.quoted(place) + "\nMaybe wiki.intra:80, 127.0.0.1:8080 or [::1]:8080.", bad);
        }
    }

    private static WebAddress of(String scheme, String authority, String rest) throws WebException {
        if (authority.indexOf('@') >= 0) {
            throw new WebException("a URL must not hold a user name or a password");
        }
        int colon = authority.startsWith("[") ? authority.indexOf(':', authority.indexOf(']') + 1)
                : authority.indexOf(':');
        String host = colon < 0 ? authority : authority.substring(0, colon);
        int port = colon < 0 ? 0 : port(authority.substring(colon + 1));
        String path = rest.substring(0, firstOf(rest, "#"));
        WebAddress address = new WebAddress(scheme, host(host), port > 0 ? port : (scheme.equals("http") ? 80 : 443),
                encoded(path.startsWith("/") ? path : '/' + path));
        try {
            String normal = new URI(address.toString()).normalize().getRawPath();
            String query = address.path.substring(firstOf(address.path, "?"));
            return new WebAddress(scheme, address.host, address.port, belowRoot(normal) + query);
        } catch (URISyntaxException bad) {
            throw new WebException("the URL " + WebException.quoted(address.toString()) + " cannot be read", bad);
        }
    }

    /** Nothing lies above the root. */
    private static String belowRoot(String normal) {
        String path = normal;
        while (path.startsWith("/../")) {
            path = path.substring(3);
        }
        return path.isEmpty() || path.equals("/..") ? "/" : path;
    }

    private static int port(String digits) throws WebException {
        if (digits.isEmpty()) {
            return 0;
        }
        int port = digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : -1;
        if (port < 1 || port > LAST_PORT) {
            throw new WebException("the port of a URL must be from 1 to " + LAST_PORT + ", got "
                    + WebException.quoted(digits));
        }
        return port;
    }

    private static String host(String written) throws WebException {
        if (written.startsWith("[")) {
            return ipv6Host(written);
        }
        String host = ascii(written).toLowerCase(Locale.ROOT);
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        if (isNumeric(host) ? !isFourParts(host) : !NAME.matcher(host).matches()) {
            throw new WebException("the host of a URL must be a name or an address in its usual form, got "
                    + WebException.quoted(written));
        }
        return host;
    }

    private static String ipv6Host(String written) throws WebException {
        String inner = written.endsWith("]") ? written.substring(1, written.length() - 1) : "";
        if (inner.matches("[0-9A-Fa-f:.]{2,45}") && inner.indexOf(':') >= 0) {
            try {
                return InetAddress.ofLiteral(inner).getHostAddress();
            } catch (IllegalArgumentException bad) {
                // Reported below, as for everything else that is no address.
            }
        }
        throw new WebException("the host of a URL must be an IPv6 address when it stands in brackets, got "
                + WebException.quoted(written));
    }

    private static String ascii(String written) throws WebException {
        try {
            return IDN.toASCII(written);
        } catch (IllegalArgumentException bad) {
            throw new WebException("the host " + WebException.quoted(written) + " is no name of a host", bad);
        }
    }

    /** True if programs may read the host as a number, because its last part is one. */
    private static boolean isNumeric(String host) {
        return NUMBER.matcher(host.substring(host.lastIndexOf('.') + 1)).matches();
    }

    private static boolean isFourParts(String host) {
        if (!FOUR_PARTS.matcher(host).matches()) {
            return false;
        }
        for (String part : host.split("\\.", -1)) {
            if (Integer.parseInt(part) > 255) {
                return false;
            }
        }
        return true;
    }

    /** Everything that has no place in a path or a query as %XX of its UTF-8. */
    private static String encoded(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        StringBuilder encoded = new StringBuilder(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            char unit = (char) (bytes[i] & 0xff);
            boolean isEscape = unit == '%' && i + 2 < bytes.length && HexFormat.isHexDigit(bytes[i + 1])
                    && HexFormat.isHexDigit(bytes[i + 2]);
            boolean isPlain = unit < 0x80 && (Character.isLetterOrDigit(unit) || PLAIN.indexOf(unit) >= 0);
            if (isEscape || isPlain) {
                encoded.append(unit);
            } else {
                encoded.append('%').append(HEX.toHexDigits(bytes[i]));
            }
        }
        return encoded.toString();
    }

    private String origin() {
        boolean isDefault = port == (scheme.equals("http") ? 80 : 443);
        return scheme + "://" + bracketed() + (isDefault ? "" : ":" + port);
    }

    private String bracketed() {
        return host.indexOf(':') >= 0 ? '[' + host + ']' : host;
    }

    private static int firstOf(String text, String stops) {
        for (int i = 0; i < text.length(); i++) {
            if (stops.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return text.length();
    }
}
