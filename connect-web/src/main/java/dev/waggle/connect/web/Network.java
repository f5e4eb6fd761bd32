package dev.waggle.connect.web;

import java.net.Socket;
import java.util.function.Supplier;

import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import dev.waggle.connect.web.address.Names;

/**
 * What lies between this program and the web.
 *
 * @param names who looks up names
 * @param sockets makes unconnected sockets
 * @param tls secures connections, checking certificates and the names in them
 */
record Network(Names names, Supplier<Socket> sockets, TlsSocketStrategy tls) {

    static Network ofTheSystem() {
        return new Network(Names.ofTheSystem(), Sockets::direct, DefaultClientTlsStrategy.createDefault());
    }
}
