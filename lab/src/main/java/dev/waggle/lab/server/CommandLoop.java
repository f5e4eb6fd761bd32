package dev.waggle.lab.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

import com.sun.management.OperatingSystemMXBean;

/**
 * Commands of a study to the process that it measures: a line each, answered by a line. Every process knows
 * {@code cpu}, its processor time in nanoseconds, and {@code heap}, the bytes in use after a collection. It ends with
 * its input.
 */
final class CommandLoop {

    private static final int COLLECTIONS = 3;

    private final Map<String, Command> commands = new TreeMap<>();

    CommandLoop() {
        commands.put("cpu", _ -> String.valueOf(cpu()));
        commands.put("heap", _ -> String.valueOf(heap()));
    }

    /** One command. */
    @FunctionalInterface
    interface Command {
        String answer(String[] arguments) throws Exception;
    }

    CommandLoop with(String name, Command command) {
        commands.put(name, command);
        return this;
    }

    /** Answers until the input ends. */
    void run(InputStream in, PrintStream out) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            out.println(answer(line));
            out.flush();
        }
    }

    private String answer(String line) {
        String[] words = line.split(" ", -1);
        Command command = commands.get(words[0]);
        if (command == null) {
            return "unknown command " + words[0] + ", known are " + commands.keySet();
        }
        try {
            String[] arguments = new String[words.length - 1];
            System.arraycopy(words, 1, arguments, 0, arguments.length);
            return MeasuredProcess.OK + command.answer(arguments);
        } catch (Exception failed) {
            return words[0] + " failed: " + failed;
        }
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long heap() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
