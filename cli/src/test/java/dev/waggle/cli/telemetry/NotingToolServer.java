package dev.waggle.cli.telemetry;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** MCP server with one tool that notes each call of it, as it came, in the file that its argument names. */
final class NotingToolServer {

    static final String TOOL = "look";

    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|\\d+)");
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]*)\"");

    private NotingToolServer() {}

    public static void main(String[] args) throws IOException {
        Path notes = Path.of(args[0]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Matcher id = ID.matcher(line);
            Matcher method = METHOD.matcher(line);
            if (!id.find() || !method.find() || method.group(1).startsWith("notifications/")) {
                continue;
            }
            if (method.group(1).equals("tools/call")) {
                Files.writeString(notes, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
            out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":" + result(method.group(1)) + "}");
        }
    }

    private static String result(String method) {
        return switch (method) {
            case "initialize" -> "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"noting\",\"version\":\"1\"}}";
            case "tools/list" -> "{\"tools\":[{\"name\":\"" + TOOL + "\",\"description\":\"Looks around.\","
                    + "\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}]}";
            case "tools/call" -> "{\"content\":[{\"type\":\"text\",\"text\":\"nothing in sight\"}]}";
            default -> "{}";
        };
    }
}
