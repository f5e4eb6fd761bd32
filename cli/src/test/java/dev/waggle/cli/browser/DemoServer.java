package dev.waggle.cli.browser;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** The server of a demo, {@code waggle serve --demo}, with memories and a thread beside what it plays itself. */
final class DemoServer implements AutoCloseable {

    private static final Pattern SEAT = Pattern.compile("a seat waits for you at http://[^/]+(/seat/\\S+)");

    /** The run that waits for a person. */
    static final String SEAT_RUN = "solve_demo_review";

    private final ServedFolder server;
    private final String seat;

    private DemoServer(ServedFolder server, String seat) {
        this.server = server;
        this.seat = seat;
    }

    static DemoServer start(Path data) throws InterruptedException {
        ServedFolder server = ServedFolder.of(data, "--demo");
        return new DemoServer(server, server.printed(SEAT).group(1));
    }

    ServedFolder server() {
        return server;
    }

    /** The address of a page. */
    String address(DashboardPage page) {
        return page == DashboardPage.SEAT ? server.at(seat) : server.at(page.path());
    }

    @Override
    public void close() {
        server.close();
    }
}
