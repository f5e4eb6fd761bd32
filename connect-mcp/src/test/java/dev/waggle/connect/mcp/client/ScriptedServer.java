package dev.waggle.connect.mcp.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of our own that does, by its first argument, what no good server does. */
final class ScriptedServer {

    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|\\d+)");
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");
    private static final Pattern CURSOR = Pattern.compile("\"cursor\":\"(\\d+)\"");
    private static final int PAGES = 3;

    private final Set<String> script;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private long child;
    private int cancelled;

    private ScriptedServer(Set<String> script) {
        this.script = script;
    }

    public static void main(String[] args) throws IOException {
        new ScriptedServer(Set.of(args)).run();
    }

    private void run() throws IOException {
        if (does("stubborn")) {
            Runtime.getRuntime().addShutdownHook(new Thread(ScriptedServer::hang));
            child = new ProcessBuilder("sleep", "600").start().pid();
        }
        if (does("banner")) {
            out.println("Welcome to the weather!\n{\"not\": \"a message\"}\n\u0007{");
        }
        while (does("garbage")) {
            out.println("<html>this is a web page</html>");
        }
        if (does("dies")) {
            System.err.println("no such module: weather\nkey was " + System.getenv("API_TOKEN"));
            Runtime.getRuntime().halt(5);
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            answer(line);
        }
        if (does("stubborn")) {
            hang();
        }
    }

    private static void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(String line) {
        Matcher id = ID.matcher(line);
        String method = first(METHOD, line, "");
        if (method.equals("notifications/cancelled")) {
            cancelled++;
        }
        if (does("silent") || method.startsWith("notifications/") || !id.find()) {
            return;
        }
        for (String phase : new String[] {"initialize", "tools/list", "tools/call"}) {
            if (method.equals(phase) && does("dies-in-" + phase)) {
                System.err.println("the roof fell in during " + phase);
                Runtime.getRuntime().halt(6);
            }
        }
        switch (method) {
            case "initialize" -> reply(id.group(1), "{\"protocolVersion\":\"2025-06-18\","
                    + "\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
            case "tools/list" -> reply(id.group(1), page(Integer.parseInt(first(CURSOR, line, "0"))));
            case "tools/call" -> call(id.group(1), line);
            default -> reply(id.group(1), "{}");
        }
    }

    private void call(String id, String line) {
        if (does("stderr")) {
            for (int i = 0; i < 20_000; i++) {
                System.err.println("noise \u001b[2J " + i);
            }
        }
        while (does("flood")) {
            out.println(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n".repeat(100).strip());
        }
        while (does("asks")) {
            out.println("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\"}");
        }
        if (does("bytes")) {
            System.out.write(new byte[] {(byte) 0xff, (byte) 0xfe, 0, (byte) 0xc0, '\n'}, 0, 5);
            out.println("{\"jsonrpc\":\"2.0\",\"id\":\"other\",\"result\":{}}");
            reply(id, "{\"content\":[{\"type\":\"text\",\"text\":\"first\"}]}");
        }
        if (does("huge")) {
            out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":\"" + "x".repeat(9_000_000) + "\"}");
        } else if (line.contains("\"name\":\"t0\"")) {
            out.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}");
        } else {
            reply(id, "{\"content\":[{\"type\":\"text\",\"text\":\"" + ProcessHandle.current().pid() + " " + child + " "
                    + cancelled + "\"}]}");
        }
    }

    private String page(int at) {
        String next = does("circle") ? ",\"nextCursor\":\"1\"" : at + 1 < PAGES ? ",\"nextCursor\":\"" + (at + 1) + "\""
                : "";
        return "{\"tools\":[{\"name\":\"t" + at + "\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"bad" + at
                + "\",\"inputSchema\":{\"type\":\"object\",\"pattern\":\"(\"}}]" + next + "}";
    }

    private void reply(String id, String result) {
        out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }

    private boolean does(String what) {
        return script.contains(what);
    }

    private static String first(Pattern pattern, String line, String otherwise) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
