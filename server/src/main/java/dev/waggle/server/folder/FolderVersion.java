package dev.waggle.server.folder;

import java.util.Objects;

/** Version of Waggle and of this protocol. Server and command must have the same one. */
final class FolderVersion {

    /** Header with the version of the sender. */
    static final String HEADER = "Waggle-Folder-Version";

    /** The version of this program. */
    static final String OWN = Objects.requireNonNullElse(
            FolderVersion.class.getPackage().getImplementationVersion(), "0.1.0") + "/2";

    private FolderVersion() {}

    /** The refusal of a command of another version, in one line. */
    static String refusal(String server, String command) {
        return "the server of this folder has version " + server + " and the command has version " + command
                + ": use one version for both";
    }
}
