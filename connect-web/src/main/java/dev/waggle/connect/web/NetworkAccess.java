package dev.waggle.connect.web;

import java.net.Socket;
import java.util.function.Supplier;

import dev.waggle.connect.web.address.HostResolver;
import dev.waggle.journal.logging.Slf4jWarning;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;

/**
 * Network of this program: name lookup, sockets and TLS.
 *
 * @param names the resolver of names
 * @param sockets makes unconnected sockets
 * @param tls secures connections, checking certificates and the names in them
 */
record NetworkAccess(HostResolver names, Supplier<Socket> sockets, TlsSocketStrategy tls) {

    static {
        Slf4jWarning.suppress();
    }

    static NetworkAccess system() {
        return new NetworkAccess(HostResolver.system(), SocketGroup::direct, DefaultClientTlsStrategy.createDefault());
    }
}
