package dev.waggle.connect.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

import dev.waggle.connect.web.address.AddressRules;
import dev.waggle.connect.web.address.HostResolver;
import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;

/**
 * Guard against server-side request forgery, for one hop. A name is looked up once, here, and every address of it is
 * checked. The connection uses the checked addresses, so a different answer to a later lookup has no effect.
 *
 * @param policy the allowed hosts and ports
 * @param names the resolver of names
 */
record SsrfGuard(WebPolicy policy, HostResolver names) {

    /** The addresses to connect to; a refusal names the kind of the address, but not the address. */
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
