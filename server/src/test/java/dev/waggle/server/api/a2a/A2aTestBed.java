package dev.waggle.server.api.a2a;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Test of a served folder with a caller in each version of the protocol. */
abstract class A2aTestBed {

    static final String[] STATE_10 = {"result", "task", "status", "state"};
    static final String[] STATE_03 = {"result", "status", "state"};

    @TempDir
    Path home;

    A2aFolder folder;
    A2aCaller current;
    A2aCaller legacy;

    @BeforeEach
    void serve() {
        folder = new A2aFolder(home, A2aSettings.of("test"));
        current = new A2aCaller(folder.port(), "1.0", Map.of());
        legacy = new A2aCaller(folder.port(), "", Map.of());
    }

    @AfterEach
    void close() {
        current.close();
        legacy.close();
        folder.close();
    }

    /** Ends the server, so that whatever waits goes on waiting, and starts another one on its folder. */
    void serveAgain() {
        current.close();
        legacy.close();
        folder.closeWithoutOpening();
        serve();
    }

    /** Parameters of a message of version 0.3. */
    static String old(String id, String text) {
        return "{\"message\":{\"kind\":\"message\",\"messageId\":\"" + id + "\",\"role\":\"user\","
                + "\"parts\":[{\"kind\":\"text\",\"text\":\"" + text + "\"}]}}";
    }

    /** Parameters of a message of version 1.0. */
    static String young(String id, String text) {
        return "{\"message\":{\"messageId\":\"" + id + "\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"" + text
                + "\"}]}}";
    }
}
