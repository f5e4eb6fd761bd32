package dev.waggle.connect.web.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Says which addresses a name has at this moment. */
@FunctionalInterface
public interface Names {

    List<InetAddress> lookUp(String name) throws UnknownHostException;

    /** The names of this machine: its files and its DNS servers. */
    static Names ofTheSystem() {
        return name -> List.of(InetAddress.getAllByName(name));
    }
}
