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
 * Child process and its descendants. It is asked to end by the end of its input, then terminated, then killed, and so
 * are its descendants. Only a descendant that has left the process tree before (a daemon) is out of reach.
 */
final class ChildProcess {

    /** Grace period of each request to end; a server that tidies up does so at once. */
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

    /** Returns the exit status, or that it is still running. */
    String state() {
        return process.isAlive() ? "has closed its output" : "has ended with exit code " + process.exitValue();
    }

    /**
     * Ends it and its descendants; returns when all have ended or cannot be waited for. An interrupt shortens the
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

    /** Collects the present descendants; a child that ends leaves its own children to other processes. */
    private void gather(Set<ProcessHandle> family) {
        family.add(process.toHandle());
        for (ProcessHandle known : List.copyOf(family)) {
            known.descendants().forEach(family::add);
        }
    }

    /** Waits until all have ended, one grace period at most; false if interrupted while waiting. */
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
