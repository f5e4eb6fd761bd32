package dev.waggle.connect.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

import dev.waggle.connect.web.address.AddressRules;
import dev.waggle.connect.web.address.HostResolver;
import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;

/**
 * SSRF guard: decides whether one hop may be made. Each name is resolved once, here, every address of it is judged,
 * and the connection uses the judged addresses. So a name whose next answer differs (DNS rebinding) gains nothing.
 *
 * @param policy the rules
 * @param names the resolver of names
 */
record SsrfGuard(WebPolicy policy, HostResolver names) {

    /** The addresses to connect to; a refusal says what kind of address it was, but not which. */
    List<InetAddress> admit(WebAddress target) throws WebException {
        if (policy.allowed().contains(target.hostAndPort())) {
            return addresses(target);
        }
        if (!policy.ports().contains(target.port())) {
            throw new WebException(
                    "the port of " + WebException.quoted(target.hostAndPort()) + " is not allowed\nMaybe one of "
                            + policy.ports().stream().sorted().toList() + '.');
        }
        List<InetAddress> addresses = addresses(target);
        for (InetAddress address : addresses) {
            String refusal = AddressRules.refusal(address);
            if (refusal != null) {
                throw new WebException(WebException.quoted(target.host()) + " is refused: it leads to " + refusal);
            }
        }
        return addresses;
    }

    private List<InetAddress> addresses(WebAddress target) throws WebException {
        InetAddress literal = target.ipLiteral();
        if (literal != null) {
            return List.of(literal);
        }
        try {
            List<InetAddress> found = names.resolve(target.host());
            if (!found.isEmpty()) {
                return found;
            }
        } catch (UnknownHostException unknown) {
            // The same to us as no address.
        }
        throw new WebException("no address is known for the host " + WebException.quoted(target.host()));
    }
}
