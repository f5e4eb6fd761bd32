package dev.waggle.connect.web.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolver of the current addresses of a name. */
@FunctionalInterface
public interface HostResolver {

    List<InetAddress> resolve(String name) throws UnknownHostException;

    /** The names of this machine: its files and its DNS servers. */
    static HostResolver system() {
        return name -> List.of(InetAddress.getAllByName(name));
    }
}
