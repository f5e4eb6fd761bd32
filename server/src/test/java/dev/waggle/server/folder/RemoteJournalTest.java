package dev.waggle.server.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.SelfSignedStore;
import dev.waggle.server.folder.FolderOwnership.Transport;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** The log of a folder that another process owns: the contract of every journal, over both kinds of address. */
class RemoteJournalTest {

    @Nested
    class OverASocket extends Remote {

        OverASocket() {
            super(Transport.SOCKET);
        }
    }

    @Nested
    class OverLoopback extends Remote {

        OverLoopback() {
            super(Transport.LOOPBACK);
        }
    }

    /** The server speaks TLS with a certificate that commands do not trust. */
    @Nested
    class OverLoopbackBesideTls extends Remote {

        private static final String PASSWORD = "changeit-4711";

        @TempDir
        private Path home;

        OverLoopbackBesideTls() {
            super(Transport.LOOPBACK);
        }

        @Override
        Place place() throws IOException, InterruptedException {
            Path store = home.resolve("store.p12");
            return Place.local().withTls(Files.exists(store) ? store
                    : SelfSignedStore.make(store, "PKCS12", "example.org", PASSWORD), PASSWORD);
        }
    }

    abstract static class Remote implements JournalContract {

        private final Transport transport;
        private final List<AutoCloseable> opened = new ArrayList<>();
        @TempDir
        private Path folder;

        Remote(Transport transport) {
            this.transport = transport;
        }

        @AfterEach
        void close() throws Exception {
            for (AutoCloseable one : opened.reversed()) {
                one.close();
            }
        }

        @Override
        public Journal newJournal() {
            var _ = serve();
            return client().log();
        }

        /** The public address of the server. */
        Place place() throws IOException, InterruptedException {
            return Place.local();
        }

        private FolderServer serve() {
            try {
                FolderServer server = FolderServer.open(folder, transport, SignalServiceConfig.defaults(), place());
                opened.add(server);
                return server;
            } catch (IOException | InterruptedException failed) {
                throw new AssertionError(failed);
            }
        }

        private SignalBroker client() {
            SignalBroker client = SharedFolder.open(folder, durable(), World.system());
            assertThat(client).isInstanceOf(RemoteSignalBroker.class);
            opened.add(client);
            return client;
        }

        private static SignalServiceConfig durable() {
            return SignalServiceConfig.defaults()
                    .withLog(JournalConfig.defaults().withDurability(Durability.everyAppend())
                            .withLockWait(Duration.ZERO));
        }

        @Test
        void queriesAnswerAsTheFolderItself() {
            FolderServer server = serve();
            SignalBroker client = client();
            for (int i = 0; i < FolderLogCalls.PAGE + 500; i++) {
                var _ = client.log().append(JournalContract.vote("s" + i), Emission.by("bus"),
                        JournalContract.START.plusSeconds(i));
            }
            for (JournalQuery query : List.of(JournalQuery.ALL, JournalQuery.last(3), JournalQuery.last(1_400),
                    JournalQuery.ALL.withFirst(7), JournalQuery.fromSequence(1_020).withFirst(10),
                    JournalQuery.ALL.ofRun("run").withFirst(1_100), JournalQuery.ALL.ofRun("other"),
                    JournalQuery.ALL.ofTypes(Pattern.of(JournalContract.vote("any").type().text()))
                            .since(JournalContract.START.plusSeconds(1_500)),
                    JournalQuery.ALL.ofThread("none").withLast(5), JournalQuery.last(0))) {
                assertThat(client.log().select(query)).as("%s", query).isEqualTo(server.signals().log().select(query));
            }
            assertThat(client.log().entriesOf("run")).hasSize(FolderLogCalls.PAGE + 500);
        }

        @Test
        void anEntryIsSyncedForACommandThatAsksForIt() {
            var _ = serve();
            try (Journal journal = client().log()) {
                assertThat(journal.durability()).isEqualTo(Durability.everyAppend());
            }
        }

        @Test
        void aClaimExcludesOtherCommandsAndTheServerUntilItsCommandEnds() throws Exception {
            FolderServer server = serve();
            SignalBroker one = client();
            SignalBroker two = client();
            Journal.Claim _ = one.log().claim("run-1");

            assertThatIllegalStateException().isThrownBy(() -> two.log().claim("run-1"))
                    .withMessageContaining("run-1 is being solved");
            assertThatIllegalStateException().isThrownBy(() -> server.signals().log().claim("run-1"));
            one.close();
            two.log().claim("run-1").close();
            server.signals().log().claim("run-1").close();
        }

        @Test
        void aSignalThatIsTooLargeIsRefusedAsInTheFolderItself() {
            var _ = serve();
            SignalBroker client = client();

            assertThatIllegalArgumentException().isThrownBy(() -> client.submit(
                    SignalRequest.of("big:one").withData(JsonValue.of("x".repeat(8 << 20)))));
            LogEntry next = client.generate(SignalRequest.of("small:one"), Map.of()).entry();
            assertThat(next.sequence()).isEqualTo(1);
        }

        @Test
        void theFilesOfTheServerAreItsUsersAloneAndGoWithIt() throws IOException {
            FolderServer server = serve();
            try (var files = Files.list(folder.resolve("server"))) {
                for (Path file : files.toList()) {
                    assertThat(Files.getPosixFilePermissions(file)).as("%s", file).hasSize(2);
                }
            }
            server.close();
            assertThat(folder.resolve("server")).isEmptyDirectory();
        }
    }
}
