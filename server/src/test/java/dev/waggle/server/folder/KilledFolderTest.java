package dev.waggle.server.folder;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.folder.FolderOwnership.Transport;
import dev.waggle.signal.KilledProgram;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A folder that several processes use, when one of them is killed (kill -9): nothing is lost or doubled. */
class KilledFolderTest {

    private static final long SEED = 20_261_128;
    private static final int THREADS = 3;
    private static final int MAX_LINES = 60;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void commandsGoOnAfterTenKillsOfTheServer() throws Exception {
        killServers(10);
    }

    @Test
    @Tag("long")
    void commandsGoOnAfterFiftyKillsOfTheServer() throws Exception {
        killServers(50);
    }

    @Test
    void theFilesOfAKilledServerAreReplacedAtTheNextStart() throws Exception {
        Process killed = startServer();
        Path socket = folder.resolve("server/socket");
        killed.destroyForcibly().waitFor();
        assertThat(socket).exists();
        try (FolderServer _ = FolderServer.open(folder, Transport.SOCKET, patient())) {
            try (SignalBroker command = SharedFolder.open(folder, patient(), World.system())) {
                assertThat(command).isInstanceOf(RemoteSignalBroker.class);
            }
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void aCommandRemovesTheSocketOfAServerThatWasKilledBeforeItsAddressWasWritten() throws Exception {
        Path socket = Files.createDirectories(folder.resolve("server")).resolve("socket");
        Path _ = Files.createFile(socket);
        SharedFolder.open(folder, patient(), World.system()).close();
        assertThat(socket).doesNotExist();
    }

    @Test
    void anOwnerThatEndsTwiceLeavesTheFilesOfItsSuccessor() throws Exception {
        FolderOwnership first = FolderOwnership.prepare(folder, Transport.LOOPBACK);
        first.publish(1);
        first.close();
        try (FolderOwnership second = FolderOwnership.prepare(folder, Transport.LOOPBACK)) {
            second.publish(2);
            first.close();
            assertThat(folder.resolve("server/owner.json")).exists();
            assertThat(folder.resolve("server/secret")).exists();
        }
        assertThat(folder.resolve("server")).isEmptyDirectory();
    }

    @Test
    void theServerGoesOnAfterTenKillsOfACommand() throws Exception {
        killCommands(10);
    }

    @Test
    @Tag("long")
    void theServerGoesOnAfterFiftyKillsOfACommand() throws Exception {
        killCommands(50);
    }

    /** One command with several threads appends all the time, while servers are killed and started again. */
    private void killServers(int kills) throws Exception {
        Process server = startServer();
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicLong acknowledged = new AtomicLong();
        try (SignalBroker command = SharedFolder.open(folder, patient(), World.system());
                ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(command).isInstanceOf(RemoteSignalBroker.class);
            var claim = command.log().claim("run-of-command");
            List<Future<Integer>> writers = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                String name = "w" + t;
                writers.add(pool.submit(() -> {
                    int count = 0;
                    while (!isOver.get()) {
                        count++;
                        var _ = command.log().append(JournalContract.vote(name + "-" + count), new Emission(name, 1),
                                JournalContract.START);
                        acknowledged.incrementAndGet();
                    }
                    return count;
                }));
            }
            for (int kill = 0; kill < kills; kill++) {
                awaitMore(acknowledged, 1 + random.nextInt(MAX_LINES), writers);
                server.destroyForcibly().waitFor();
                server = startServer();
            }
            awaitMore(acknowledged, 1, writers);
            isOver.set(true);
            Map<String, Integer> written = new HashMap<>();
            for (int t = 0; t < THREADS; t++) {
                written.put("w" + t, writers.get(t).get());
            }
            assertThat(everyOneOnceAndInOrder(command.log().read(1, Integer.MAX_VALUE))).isEqualTo(written);
            claim.close();
        } finally {
            isOver.set(true);
            server.destroyForcibly().waitFor();
        }
    }

    /** Two commands and the server append; one of the commands is killed again and again. */
    private void killCommands(int kills) throws Exception {
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET);
                SignalBroker other = SharedFolder.open(folder, patient(), World.system())) {
            String type = JournalContract.vote("any").type().text();
            var _ = other.inboxes().subscribe(SubscriptionRequest.of("ada", type).withSilent(false));
            Set<String> acknowledged = new HashSet<>();
            int own = 0;
            for (int kill = 0; kill < kills; kill++) {
                int lines = 1 + random.nextInt(MAX_LINES);
                acknowledged.addAll(KilledProgram.linesBeforeKill(lines, Command.class, folder.toString(),
                        String.valueOf(kill)));
                other.log().claim("run-of-command").close();
                own++;
                var _ = other.log().append(JournalContract.vote("other-" + own), new Emission("other", 1),
                        JournalContract.START);
                var _ = server.signals().log().append(JournalContract.vote("server-" + own),
                        new Emission("server", 1), JournalContract.START);
            }
            List<LogEntry> log = other.log().read(1, Integer.MAX_VALUE);
            var _ = everyOneOnceAndInOrder(log);
            assertThat(log).extracting(entry -> entry.signal().id()).containsAll(acknowledged);
            List<InboxItem> mail = other.inboxes().inboxOf("ada").drain(Integer.MAX_VALUE);
            assertThat(mail).as("taken by killed commands, and never acknowledged").extracting(InboxItem::sequence)
                    .containsExactlyElementsOf(log.stream().filter(entry -> !entry.emission().by().equals("ada"))
                            .map(LogEntry::sequence).toList());
        }
    }

    /** The highest number of each writer, whose entries have all numbers from 1 on, each once. */
    private static Map<String, Integer> everyOneOnceAndInOrder(List<LogEntry> log) {
        Map<String, Integer> last = new HashMap<>();
        long sequence = 0;
        for (LogEntry entry : log) {
            assertThat(entry.sequence()).isEqualTo(++sequence);
            String id = entry.signal().id();
            int dash = id.lastIndexOf('-');
            int number = Integer.parseInt(id.substring(dash + 1));
            assertThat(number).as("seed " + SEED + ", " + id)
                    .isEqualTo(last.getOrDefault(id.substring(0, dash), 0) + 1);
            last.put(id.substring(0, dash), number);
        }
        return last;
    }

    private static void awaitMore(AtomicLong count, int more, List<Future<Integer>> writers) throws Exception {
        long target = count.get() + more;
        while (count.get() < target) {
            for (Future<Integer> writer : writers) {
                if (writer.isDone()) {
                    throw new AssertionError("a writer ended after " + writer.get());
                }
            }
            Thread.onSpinWait();
            Thread.onSpinWait();
        }
    }

    private Process startServer() throws Exception {
        Process server = KilledProgram.start(Server.class, folder.toString());
        BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
        assertThat(out.readLine()).isEqualTo("ready");
        return server;
    }

    private static SignalServiceConfig patient() {
        return SignalServiceConfig.defaults()
                .withLog(JournalConfig.defaults().withLockWait(Duration.ofSeconds(60)));
    }

    /** A server in a process of its own; it waits for the lock of one that has just been killed. */
    static final class Server {

        private Server() {}

        public static void main(String[] args) throws Exception {
            try (FolderServer _ = FolderServer.open(Path.of(args[0]), Transport.SOCKET, patient())) {
                System.out.println("ready");
                var _ = System.in.read();
            }
        }
    }

    /** A command in a process of its own: holds a run, takes mail, appends and prints, until it is killed. */
    static final class Command {

        private static final int MAX_ROUNDS = 100_000;

        private Command() {}

        public static void main(String[] args) {
            try (SignalBroker signals = SharedFolder.open(Path.of(args[0]), patient(), World.system())) {
                if (signals instanceof SignalService) {
                    throw new IllegalStateException("there is no server");
                }
                var _ = signals.log().claim("run-of-command");
                String name = "life" + args[1];
                for (int i = 1; i <= MAX_ROUNDS && !System.out.checkError(); i++) {
                    LogEntry entry = signals.log().append(JournalContract.vote(name + "-" + i),
                            new Emission(name, 1), JournalContract.START);
                    var _ = signals.inboxes().inboxOf("ada").drain(3);
                    System.out.println(entry.signal().id());
                }
            }
        }
    }
}
