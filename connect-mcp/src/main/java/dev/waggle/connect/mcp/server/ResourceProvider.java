package dev.waggle.connect.mcp.server;

import java.util.List;

/** Provider of the resources that clients may read. */
public interface ResourceProvider {

    /** All resources; the list is read once. */
    List<ResourceInfo> list();

    /**
     * Reads one of them.
     *
     * @param uri as the client wrote it; any URI that matches a listed one
     * @throws InterruptedException when the client took its request back, or the server closes
     */
    ResourceResult read(String uri) throws InterruptedException;

    /** Nothing. */
    static ResourceProvider none() {
        return new ResourceProvider() {
            @Override
            public List<ResourceInfo> list() {
                return List.of();
            }

            @Override
            public ResourceResult read(String uri) {
                return new ResourceResult.Missing("there are no resources");
            }
        };
    }
}
