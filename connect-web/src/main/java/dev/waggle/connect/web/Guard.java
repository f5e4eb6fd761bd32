package dev.waggle.connect.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import dev.waggle.connect.web.address.AddressRules;
import dev.waggle.connect.web.address.Names;
import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebFailure;

/**
 * Decides of one hop whether it may be made. A name is looked up once, here, every address it has is judged, and the
 * addresses that were judged are the ones the wire connects to: a name whose next answer differs gains nothing.
 *
 * @param policy what is allowed
 * @param names who looks up names
 */
record Guard(WebPolicy policy, Names names) {

    /** The addresses to connect to; a refusal says what kind of address it was, but not which. */
    List<InetAddress> admit(WebAddress target) throws WebFailure {
        if (policy.allowed().contains(target.place())) {
            return addresses(target);
        }
        if (!policy.ports().contains(target.port())) {
            throw new WebFailure("the port of " + WebFailure.shown(target.place()) + " is not allowed\nMaybe one of "
                    + policy.ports().stream().sorted().toList() + '.');
        }
        List<InetAddress> addresses = addresses(target);
        for (InetAddress address : addresses) {
            String refusal = AddressRules.refusal(address);
            if (refusal != null) {
                throw new WebFailure(WebFailure.shown(target.host()) + " is refused: it leads to " + refusal);
            }
        }
        return addresses;
    }

    private List<InetAddress> addresses(WebAddress target) throws WebFailure {
        InetAddress literal = target.literal();
        if (literal != null) {
            return List.of(literal);
        }
        try {
            List<InetAddress> found = names.lookUp(target.host());
            if (!found.isEmpty()) {
                return found;
            }
        } catch (UnknownHostException unknown) {
            // The same to us as no address.
        }
        throw new WebFailure("no address is known for the host " + WebFailure.shown(target.host()));
    }
}
