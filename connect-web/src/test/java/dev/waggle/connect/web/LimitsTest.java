package dev.waggle.connect.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;

import com.sun.net.httpserver.HttpExchange;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@DisplayName("L10 Too much, too far, too slow")
class LimitsTest {

    private static final int LIMIT = 10_000;

    private PretendWeb web;
    private WebFetch tool;

    @BeforeEach
    void begin() throws IOException {
        web = new PretendWeb().name("site.example", PretendWeb.PUBLIC);
        tool = new WebFetch(WebPolicy.defaults().withSizeLimit(LIMIT), World.system(1), web.network());
    }

    @AfterEach
    void end() {
        web.close();
    }

    @Test
    void l10RefusesABodyOverTheLimit() throws InterruptedException {
        web.page("/most", "text/plain", "x".repeat(LIMIT)).page("/more", "text/plain", "x".repeat(LIMIT + 1));

        assertThat(PretendWeb.fetch(tool, "http://site.example/most")).isInstanceOf(ToolOutcome.Done.class);
        assertThat(WebFetchTest.reason(PretendWeb.fetch(tool, "http://site.example/more")))
                .isEqualTo("the answer of \"site.example:80\" is longer than 10000 bytes");
    }

    @Test
    void l10RefusesABodyThatNeverEnds() throws InterruptedException {
        web.answer("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, 0);
            byte[] piece = new byte[1000];
            while (!Thread.currentThread().isInterrupted()) {
                exchange.getResponseBody().write(piece);
            }
        });

        assertThat(WebFetchTest.reason(PretendWeb.fetch(tool, "http://site.example/"))).contains("longer than 10000");
    }

    @Test
    void l10RefusesASmallBodyThatBecomesLarge() throws Exception {
        byte[] bomb = zipped(new byte[5_000_000]);
        assertThat(bomb).hasSizeLessThan(LIMIT);
        web.answer("/", exchange -> sendZipped(exchange, bomb));

        assertThat(WebFetchTest.reason(PretendWeb.fetch(tool, "http://site.example/"))).contains("longer than 10000");
    }

    @Test
    void l10RefusesALargeBodyThatBecomesNothing() throws Exception {
        byte[] nothing = zipped(new byte[0]);
        ByteArrayOutputStream much = new ByteArrayOutputStream();
        while (much.size() <= LIMIT) {
            much.write(nothing);
        }
        web.answer("/", exchange -> sendZipped(exchange, much.toByteArray()));

        assertThat(WebFetchTest.reason(PretendWeb.fetch(tool, "http://site.example/"))).contains("longer than 10000");
    }

    @Test
    void readsACompressedPage() throws Exception {
        byte[] page = zipped("hello".getBytes(StandardCharsets.UTF_8));
        web.answer("/", exchange -> sendZipped(exchange, page));

        assertThat(WebFetchTest.done(PretendWeb.fetch(tool, "http://site.example/")).text()).endsWith("> hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br"})
    void saysThatABodyIsNotCompressedAsItSaysOrAsWasOffered(String encoding) throws InterruptedException {
        web.answer("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Encoding", encoding);
            PretendWeb.send(exchange, 200, "text/plain", "plain".getBytes(StandardCharsets.UTF_8));
        });

        assertThat(WebFetchTest.reason(PretendWeb.fetch(tool, "http://site.example/"))).contains("compressed");
    }

    @Test
    void l10FollowsFiveRedirectsAndNotTheSixth() throws InterruptedException {
        for (int i = 1; i <= 6; i++) {
            web.redirect("/" + i, i == 1 ? "/end" : String.valueOf(i - 1));
        }
        web.page("/end", "text/plain", "there");

        assertThat(WebFetchTest.details(PretendWeb.fetch(tool, "http://site.example/5")).get("url"))
                .hasToString("Str[value=http://site.example/end]");
        assertThat(WebFetchTest.reason(PretendWeb.fetch(tool, "http://site.example/6")))
                .isEqualTo("the URL \"http://site.example/6\" leads through more than 5 redirects");
    }

    @Test
    void l10EndsALoopOfRedirects() throws InterruptedException {
        web.redirect("/", "/");

        assertThat(WebFetchTest.reason(PretendWeb.fetch(tool, "http://site.example/"))).contains("more than 5");
        assertThat(web.requests()).hasSize(6);
    }

    @Test
    void l10LeavesADrippingServerWhenTimeIsUp() throws Exception {
        CountDownLatch dripping = new CountDownLatch(1);
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        web.answer("/", exchange -> drip(exchange, dripping, left));
        ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
        WebFetch slow = new WebFetch(WebPolicy.defaults(), world, web.network());
        CompletableFuture<ToolOutcome> outcome = new CompletableFuture<>();

        Thread.ofVirtual().start(() -> fetchInto(outcome, slow));
        dripping.await();
        world.advance(Duration.ofSeconds(14));
        assertThat(outcome).isNotDone();
        world.advance(Duration.ofSeconds(1));

        assertThat(WebFetchTest.reason(outcome.get())).isEqualTo("there was no whole answer within 15000 ms");
        assertThat(left.get()).isTrue();
    }

    @Test
    void l10LeavesANameServerThatDoesNotAnswer() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
        WebFetch slow = new WebFetch(WebPolicy.defaults(), world, new NetworkAccess(name -> {
            asked.countDown();
            try {
                never.await();
            } catch (InterruptedException left) {
                Thread.currentThread().interrupt();
            }
            return List.of();
        }, Socket::new, web.network().tls()));
        CompletableFuture<ToolOutcome> outcome = new CompletableFuture<>();

        Thread.ofVirtual().start(() -> fetchInto(outcome, slow));
        asked.await();
        world.advance(Duration.ofSeconds(15));

        assertThat(WebFetchTest.reason(outcome.get())).contains("within 15000 ms");
    }

    @Test
    void anInterruptEndsItAtOnceAlsoForTheServer() throws Exception {
        CountDownLatch dripping = new CountDownLatch(1);
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        web.answer("/", exchange -> drip(exchange, dripping, left));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                PretendWeb.fetch(tool, "http://site.example/");
            } catch (InterruptedException interrupted) {
                thrown.set(interrupted);
            }
        });

        dripping.await();
        caller.interrupt();
        caller.join();

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(left.get()).isTrue();
    }

    @Test
    void refusesEndlessHeaders() throws Exception {
        String line = "X-Much: " + "x".repeat(1000) + "\r\n";
        assertThat(raw("HTTP/1.1 200 OK\r\nX-Long: " + "x".repeat(20_000) + "\r\n\r\n"))
                .contains("the header of the answer").contains("too long");
        assertThat(raw("HTTP/1.1 200 OK\r\n" + line.repeat(300) + "\r\n")).contains("too long");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 two OK\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "SSH-2.0-OpenSSH_9.6\r\n"})
    void saysThatAnAnswerIsBroken(String answer) throws Exception {
        assertThat(raw(answer)).contains("broke off");
    }

    @Test
    void anEndlessRowOfPreliminaryAnswersEndsWithTheTime() throws Exception {
        CountDownLatch flooding = new CountDownLatch(1);
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> flood(server, flooding, left));
            ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
            String place = "127.0.0.1:" + server.getLocalPort();
            WebFetch slow = new WebFetch(WebPolicy.defaults().allowing(place), world);
            CompletableFuture<ToolOutcome> outcome = new CompletableFuture<>();

            Thread.ofVirtual().start(() -> fetchInto(outcome, slow, "http://" + place + "/"));
            flooding.await();
            world.advance(Duration.ofSeconds(15));

            assertThat(WebFetchTest.reason(outcome.get())).contains("within 15000 ms");
            assertThat(left.get()).isTrue();
        }
    }

    private static void flood(ServerSocket server, CountDownLatch flooding, CompletableFuture<Boolean> left) {
        byte[] early = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = server.accept()) {
            while (!server.isClosed()) {
                socket.getOutputStream().write(early);
                flooding.countDown();
            }
        } catch (IOException gone) {
            left.complete(true);
        }
    }

    private static String raw(String answer) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = server.accept(); OutputStream out = socket.getOutputStream()) {
                    out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
                    out.flush();
                    socket.shutdownOutput();
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException gone) {
                    // The client left in the middle, as it should.
                }
            });
            String place = "127.0.0.1:" + server.getLocalPort();
            return WebFetchTest.reason(PretendWeb.fetch(
                    new WebFetch(WebPolicy.defaults().allowing(place), World.system(1)), "http://" + place + "/"));
        }
    }

    private static void drip(HttpExchange exchange, CountDownLatch dripping, CompletableFuture<Boolean> left)
            throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(200, 0);
        try {
            while (true) {
                exchange.getResponseBody().write('.');
                exchange.getResponseBody().flush();
                dripping.countDown();
                Thread.sleep(5);
            }
        } catch (IOException gone) {
            left.complete(true);
            throw gone;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void fetchInto(CompletableFuture<ToolOutcome> outcome, WebFetch tool) {
        fetchInto(outcome, tool, "http://site.example/");
    }

    private static void fetchInto(CompletableFuture<ToolOutcome> outcome, WebFetch tool, String url) {
        try {
            outcome.complete(PretendWeb.fetch(tool, url));
        } catch (InterruptedException stopped) {
            outcome.completeExceptionally(stopped);
        }
    }

    private static void sendZipped(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        PretendWeb.send(exchange, 200, "text/plain", body);
    }

    private static byte[] zipped(byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(body);
        }
        return bytes.toByteArray();
    }
}
