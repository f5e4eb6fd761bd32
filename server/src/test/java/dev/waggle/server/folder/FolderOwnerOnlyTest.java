package dev.waggle.server.folder;

import java.nio.file.Path;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.api.TestServer;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The protocol of commands and the tokens of a server. */
class FolderOwnerOnlyTest {

    @TempDir
    private Path folder;

    @Test
    void aTokenWithAllRightsOpensNoSessionOfTheFolder() throws Exception {
        World world = World.system();
        try (SignalService signals = SignalService.open(folder, SignalServiceConfig.defaults(), world);
                TestServer server = new TestServer(new FolderApi(signals, world).operations())) {
            TestServer.Reply session = server.post("/v1/folder/sessions", "", FolderVersion.HEADER, FolderVersion.OWN,
                    "X-Tenant", "acme");

            assertThat(session.status()).isEqualTo(403);
        }
    }
}
