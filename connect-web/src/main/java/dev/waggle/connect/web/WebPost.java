package dev.waggle.connect.web;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import dev.waggle.signal.world.World;

/**
 * Sender of messages to addresses that strangers name, behind the guard of the web tools. A redirect is not followed, and
 * the body of an answer is not read. May be used by many threads.
 */
public final class WebPost {

    private final WebPolicy policy;
    private final NetworkAccess network;
    private final World world;

    private WebPost(WebPolicy policy, NetworkAccess network, World world) {
        this.policy = policy;
        this.network = network;
        this.world = world;
    }

    public static WebPost of(WebPolicy policy, World world) {
        return of(policy, NetworkAccess.system(), world);
    }

    static WebPost of(WebPolicy policy, NetworkAccess network, World world) {
        return new WebPost(policy, network, world);
    }

    /**
     * Checks an address as a message to it would be, and sends nothing.
     *
     * @throws WebException if the address is refused, or no address is known for its host
     */
    public void require(String address) throws WebException, InterruptedException {
        WebAddress target = WebAddress.parse(address);
        List<InetAddress> _ = DeadlineTask.within(policy.timeLimit(), world, network, _ -> guard().admit(target));
    }

    /**
     * Sends a body; the addresses of the host are looked up and checked anew.
     *
     * @return the status of the answer
     * @throws WebException if the address is refused, or no whole answer comes in time
     */
    public int send(String address, Map<String, String> headers, String type, String body)
            throws WebException, InterruptedException {
        WebAddress target = WebAddress.parse(address);
        return DeadlineTask.within(policy.timeLimit(), world, network, sockets -> {
            List<InetAddress> addresses = guard().admit(target);
            return new HttpFetcher(network, policy.sizeLimit()).post(target, addresses, headers,
                    new HttpFetcher.PostBody(type, body), sockets);
        });
    }

    private SsrfGuard guard() {
        return new SsrfGuard(policy, network.names());
    }
}
