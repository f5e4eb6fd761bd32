package dev.waggle.connect.mcp.server;

import java.util.List;

/** Resources that a host lets clients read. */
public interface ResourceProvider {

    /** Returns all resources; called once. */
    List<ResourceInfo> list();

    /**
     * Reads one of them.
     *
     * @param uri as the client wrote it; anything that fits what is listed
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
