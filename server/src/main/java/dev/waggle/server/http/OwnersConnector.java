package dev.waggle.server.http;

import java.nio.file.Path;

import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;

/** The socket of a data folder, whose file only its owner can open. */
final class OwnersConnector extends UnixDomainServerConnector {

    OwnersConnector(Server server, Path file, ConnectionFactory factory) {
        super(server, factory);
        setUnixDomainPath(file);
    }
}
