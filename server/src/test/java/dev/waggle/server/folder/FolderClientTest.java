package dev.waggle.server.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.inbox.InboxConfig;
import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.inbox.UnknownAgentException;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.folder.FolderOwnership.Transport;
import dev.waggle.server.http.ServerListener.OwnersAddress;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Commands and the owner of their folder, when answers get lost, a side ends or a stranger calls. */
class FolderClientTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    @TempDir
    private Path folder;

    @Test
    void aCallThatComesAgainHasItsEffectOnce() throws IOException {
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET); FolderClient client = client()) {
            FolderMessage append = append(1, false);
            FolderMessage answer = client.session().call(append);

            assertThat(client.session().call(append)).isEqualTo(answer);
            assertThat(client.session().call(append(1, true))).isEqualTo(answer);
            assertThat(server.signals().log().read(1, 10)).hasSize(1);
        }
    }

    @Test
    void aCallThatComesAgainAfterARestartFindsItsEntry() throws IOException {
        FolderMessage answer;
        try (FolderServer _ = FolderServer.open(folder, Transport.SOCKET); FolderClient client = client()) {
            answer = client.session().call(append(1, false));
        }
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET); FolderClient client = client()) {
            assertThat(client.session().call(append(1, true))).isEqualTo(answer);
            FolderMessage equal = client.session().call(append(2, true));
            assertThat(equal.in().integer("seq")).as("another call never gets the same entry").isEqualTo(2);
            assertThat(server.signals().log().read(1, 10)).hasSize(2);
        }
    }

    @Test
    void aCommandWhoseConnectionBreaksLosesItsClaimsAndTakenMailComesAgain() {
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET);
                SignalBroker other = SharedFolder.open(folder, SignalServiceConfig.defaults(), World.system())) {
            var _ = server.signals().inboxes().subscribe(SubscriptionRequest.of("ada", "alarm:*"));
            var _ = server.signals().generate("alarm:fire");
            var _ = server.signals().generate("alarm:flood");
            FolderClient dead = client();
            var _ = new RemoteJournal(dead, false).claim("run-1");
            Inbox inbox = new RemoteInboxBroker(dead).inboxOf("ada");
            assertThat(inbox.drain(10)).hasSize(2);
            inbox.acknowledge(1);
            assertThatIllegalStateException().isThrownBy(() -> other.inboxes().inboxOf("ada").drain(1))
                    .withMessageContaining("inbox of ada is being read");
            breakConnection(dead);

            other.log().claim("run-1").close();
            assertThat(other.inboxes().inboxOf("ada").drain(10)).extracting(InboxItem::sequence).containsExactly(2L);
            dead.close();
        }
    }

    @Test
    void aCommandThatComesBackHasItsClaimsOrWritesNothing() {
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET); FolderClient client = client()) {
            RemoteJournal journal = new RemoteJournal(client, false);
            var _ = journal.claim("run");
            breakConnection(client);
            var _ = journal.append(JournalContract.vote("s1"), Emission.by("bus"), JournalContract.START);
            assertThatIllegalStateException().isThrownBy(() -> server.signals().log().claim("run"));

            breakConnection(client);
            SignalBroker thief = SharedFolder.open(folder, SignalServiceConfig.defaults(), World.system());
            var _ = thief.log().claim("run");
            var _ = journal.read(1, 1);
            assertThatIllegalStateException().isThrownBy(
                    () -> journal.append(JournalContract.vote("s2"), Emission.by("bus"), JournalContract.START))
                    .withMessageContaining("run is being solved by another command");
            thief.close();
            assertThat(server.signals().log().read(1, 10)).hasSize(1);
        }
    }

    @Test
    void mailThatThisCommandHasDoesNotComeTwiceAfterALostConnection() {
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET); FolderClient client = client()) {
            var _ = server.signals().inboxes().subscribe(SubscriptionRequest.of("ada", "alarm:*"));
            for (int i = 0; i < 5; i++) {
                var _ = server.signals().generate("alarm:fire");
            }
            Inbox inbox = new RemoteInboxBroker(client).inboxOf("ada");
            assertThat(inbox.drain(3)).hasSize(3);
            breakConnection(client);

            assertThat(inbox.drain(3)).extracting(InboxItem::sequence).containsExactly(4L, 5L);
            inbox.acknowledge(5);
            assertThat(inbox.needsReaction()).isFalse();
            assertThat(server.signals().inboxes().waiting("ada", 10)).isEmpty();
        }
    }

    @Test
    void anEndedServerIsAClearErrorInBoundedTime() {
        FolderServer server = FolderServer.open(folder, Transport.SOCKET);
        try (FolderClient client = client()) {
            RemoteJournal journal = new RemoteJournal(client, false);
            server.close();

            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(
                    () -> journal.append(JournalContract.vote("s1"), Emission.by("bus"), JournalContract.START))
                    .withMessageContainingAll(folder.toString(), "cannot be reached", "waggle serve --data");
        }
    }

    @Test
    void refusalsAreThoseOfTheFolderItself() {
        try (FolderServer _ = FolderServer.open(folder, Transport.SOCKET, SignalServiceConfig.defaults()
                .withInboxes(InboxConfig.defaults().withMaxSubscriptions(1, 1)));
                SignalBroker broker = SharedFolder.open(folder, SignalServiceConfig.defaults(), World.system())) {
            assertThatExceptionOfType(UnknownAgentException.class)
                    .isThrownBy(() -> broker.inboxes().unsubscribe("ada", "bob", "a:*", null))
                    .withMessageContaining("agent \"bob\" is not known");
            var _ = broker.inboxes().subscribe(SubscriptionRequest.of("ada", "a:*"));
            assertThatExceptionOfType(InboxLimitException.class)
                    .isThrownBy(() -> broker.inboxes().subscribe(SubscriptionRequest.of("ada", "b:*")));
        }
    }

    @Test
    void aStrangerIsRefusedAndHarmsNothing() throws Exception {
        try (FolderServer server = FolderServer.open(folder, Transport.LOOPBACK); FolderClient client = client();
                HttpClient http = HttpClient.newHttpClient()) {
            String session = client.session().open().id();
            String secret = server.ownership().secret().text();
            String calls = "/v1/folder/sessions/" + session + "/calls";

            assertThat(post(http, server, calls, "wrong".repeat(20), FolderVersion.OWN, "{}\n").statusCode())
                    .isEqualTo(401);
            assertThat(post(http, server, calls, secret, "9.9/1", "{}\n"))
                    .returns(426, HttpResponse::statusCode)
                    .satisfies(answer -> assertThat(answer.body()).contains("use one version for both"));
            assertThat(post(http, server, "/v1/folder/sessions/none/calls", secret, FolderVersion.OWN, "{}\n")
                    .statusCode()).isEqualTo(410);
            for (String garbage : List.of("", "\n", "x", "{}", "{}\n", "[]\n", "{\"call\":\"append\"}\n",
                    "{\"call\":\"nonsense\"}\n",
                    "{\"call\":\"append\",\"repeated\":false,\"sync\":false,\"after\":0}\n",
                    "{\"call\":\"append\",\"number\":1,\"done\":1,\"repeated\":false,\"sync\":false,\"after\":0}\nx\n",
                    "{\"call\":\"select\",\"query\":{\"fromSequence\":-1,\"limit\":1,\"end\":\"first\"}}\n",
                    "{\"call\":\"drain\",\"agentId\":\"\",\"inSolve\":true,\"limit\":-1}\n",
                    "{\"call\":\"claim\"}\n", "[".repeat(100_000) + "\n", "\u0000\n")) {
                assertThat(post(http, server, calls, secret, FolderVersion.OWN, garbage).statusCode())
                        .as(garbage.length() > 100 ? "deep" : garbage).isEqualTo(400);
            }
            assertThat(post(http, server, calls, secret, FolderVersion.OWN, "x".repeat(FolderMessage.MAX_CALL + 1))
                    .statusCode()).isEqualTo(413);
            assertThat(new RemoteJournal(client, false).append(JournalContract.vote("s1"), Emission.by("bus"),
                    JournalContract.START).sequence()).isEqualTo(1);
        }
    }

    @Test
    void aFolderFromElsewhereCannotSendACommandToAnotherSocket() throws IOException {
        FolderServer.open(folder, Transport.SOCKET).close();
        Path victim = Files.writeString(folder.resolve("victim"), "mine");
        Files.writeString(FolderPlace.of(folder).descriptor(), "{\"process\":1,\"version\":\"" + FolderVersion.OWN
                + "\",\"socket\":\"" + victim + "\",\"port\":1}\n");
        try (SignalBroker own = SharedFolder.open(folder, SignalServiceConfig.defaults(), World.system())) {
            assertThat(own).isNotInstanceOf(RemoteSignalBroker.class);
        }
        assertThat(victim).hasContent("mine");
    }

    @Test
    void aSocketWithALongPathStandsInTheRuntimeDirectory() throws IOException {
        Path deep = Files.createDirectories(folder.resolve("d".repeat(100)));
        try (FolderServer server = FolderServer.open(deep, Transport.SOCKET);
                SignalBroker broker = SharedFolder.open(deep, SignalServiceConfig.defaults(), World.system())) {
            assertThat(broker).isInstanceOf(RemoteSignalBroker.class);
            assertThat(server.ownership().address()).isInstanceOfSatisfying(OwnersAddress.Socket.class,
                    socket -> assertThat(socket.file()).exists()
                            .satisfies(file -> assertThat(file.startsWith(deep)).isFalse()));
        }
    }

    /** As on a file system that refuses sockets. */
    @Test
    void aFolderWhereNoSocketCanBeBoundIsReachedOverLoopback() throws IOException {
        Files.createDirectories(folder.resolve("server/socket/taken"));
        try (FolderServer server = FolderServer.open(folder, Transport.SOCKET);
                SignalBroker broker = SharedFolder.open(folder, SignalServiceConfig.defaults(), World.system())) {
            assertThat(server.ownership().address()).isInstanceOf(OwnersAddress.Loopback.class);
            assertThat(broker).isInstanceOf(RemoteSignalBroker.class);
            var _ = broker.generate(SignalRequest.of("build:done"), Map.of());
            assertThat(server.signals().log().read(1, 10)).hasSize(1);
        }
    }

    /** Another program may have the port of an owner that was killed, and it would get the entries. */
    @Test
    void theLoopbackPortOfAnEndedProcessGetsNothing() throws Exception {
        Process ended = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-version").redirectErrorStream(true).start();
        ended.getInputStream().readAllBytes();
        assertThat(ended.waitFor()).isZero();
        FolderOwnership.prepare(folder, Transport.LOOPBACK).publish(1);
        try (ServerSocket stranger = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Files.writeString(FolderPlace.of(folder).descriptor(), "{\"process\":" + ended.pid() + ",\"version\":\""
                    + FolderVersion.OWN + "\",\"port\":" + stranger.getLocalPort() + "}\n");
            try (SignalBroker own = SharedFolder.open(folder, SignalServiceConfig.defaults(), World.system())) {
                assertThat(own).isNotInstanceOf(RemoteSignalBroker.class);
            }
            stranger.setSoTimeout(1);
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(stranger::accept);
        }
    }

    private FolderClient client() {
        return FolderClient.connect(folder, World.system(), SHORT.multipliedBy(10)).orElseThrow();
    }

    private static void breakConnection(FolderClient client) {
        try {
            FolderSessionClient.OpenSession open = client.session().open();
            open.stream().abort();
            var _ = FolderTransport.join(open.stream().ended());
        } catch (IOException broken) {
            return;
        }
        throw new AssertionError("the connection did not break");
    }

    private static FolderMessage append(long number, boolean isRepeated) {
        return new FolderMessage(new JsonObjectBuilder().with("call", "append").with("number", number)
                .with("done", 1).with("after", 0).with("sync", false).with("repeated", isRepeated).json(),
                List.of(new LogEntry(1, JournalContract.START, Emission.by("bus"), JournalContract.vote("s1"))));
    }

    private static HttpResponse<String> post(HttpClient http, FolderServer server, String path, String secret,
            String version, String body) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header(FolderSecret.HEADER, secret).header(FolderVersion.HEADER, version)
                .header("Content-Type", "application/x-ndjson")
                .expectContinue(body.length() > FolderMessage.MAX_CALL) // Else the refusal may be lost with the body.
                .POST(BodyPublishers.ofString(body, StandardCharsets.UTF_8)).build(), BodyHandlers.ofString());
    }
}
