package dev.waggle.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Connections that send nothing, in a process of their own, so that both ends need not fit into one. */
final class IdleClients implements AutoCloseable {

    private final Process process;

    private IdleClients(Process process) {
        this.process = process;
    }

    /** Opens that many connections to a port, in the background. */
    static IdleClients open(int port, int count) throws IOException {
        return new IdleClients(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                IdleClients.class.getName(),
                String.valueOf(port), String.valueOf(count)).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** The process: connects, and leaves at the end of its input. */
    static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
        int end = System.in.read();
        System.exit(end < 0 && sockets.size() == count ? 0 : 1);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
