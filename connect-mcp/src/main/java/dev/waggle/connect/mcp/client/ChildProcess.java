package dev.waggle.connect.mcp.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.world.World;

/**
 * A child process and its descendants. The end of its input asks it to end, then it is terminated, then killed, and so
 * are its descendants. A descendant that left the process tree before (a daemon) is out of reach.
 */
final class ChildProcess {

    /** Grace period after each request to end; a server that tidies up ends at once. */
    static final Duration GRACE = Duration.ofMillis(700);

    private final Process process;
    private final World world;

    private ChildProcess(Process process, World world) {
        this.process = process;
        this.world = world;
    }

    /**
     * Starts the program.
     *
     * @param ours the environment that it gets a few variables of
     * @throws IOException when there is none such, or it cannot be started there
     */
    static ChildProcess start(McpServerConfig.Stdio stdio, Map<String, String> ours, World world) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(stdio.command());
        line.addAll(stdio.args());
        ProcessBuilder builder = new ProcessBuilder(line);
        Map<String, String> env = builder.environment();
        env.clear();
        env.putAll(ChildEnvironment.of(ours, stdio.env()));
        if (stdio.cwd() != null) {
            builder.directory(stdio.cwd().toFile());
        }
        return new ChildProcess(builder.start(), world);
    }

    InputStream output() {
        return process.getInputStream();
    }

    InputStream errors() {
        return process.getErrorStream();
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    long pid() {
        return process.pid();
    }

    /** State of the process: its exit, or that it runs. */
    String state() {
        return process.isAlive() ? "has closed its output" : "has ended with exit code " + process.exitValue();
    }

    /**
     * Ends it and its descendants; returns when all have exited or cannot be waited for. An interrupt shortens the
     * grace periods to nothing.
     *
     * @param closeInput ends its input without blocking
     */
    void end(Runnable closeInput) {
        boolean interrupted = Thread.interrupted();
        Set<ProcessHandle> family = new LinkedHashSet<>();
        gather(family);
        closeInput.run();
        interrupted = interrupted || !isGone(family);
        gather(family);
        family.forEach(ProcessHandle::destroy);
        interrupted = interrupted || !isGone(family);
        gather(family);
        family.forEach(ProcessHandle::destroyForcibly);
        interrupted = interrupted || !isGone(family);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Adds its current descendants; after the end of a child its own children belong to another process. */
    private void gather(Set<ProcessHandle> family) {
        family.add(process.toHandle());
        for (ProcessHandle known : List.copyOf(family)) {
            known.descendants().forEach(family::add);
        }
    }

    /** Waits for the exit of all, at most a grace period; false if the thread was interrupted meanwhile. */
    private boolean isGone(Set<ProcessHandle> family) {
        CompletableFuture<?>[] exits = family.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            world.await(CompletableFuture.allOf(exits), GRACE);
            return true;
        } catch (InterruptedException stop) {
            return false;
        }
    }
}
