package dev.waggle.connect.mcp.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolCaller;

/** Java programs of these tests as child processes, and calls of tools. */
final class ChildPrograms {

    static final ToolCaller CALLER = new ToolCaller("ada", 1);
    static final JsonValue.Obj BONN = new JsonValue.Obj(Map.of("city", JsonValue.of("Bonn")));

    private ChildPrograms() {}

    /** A child process with that main class and this class path. */
    static McpServerConfig.Stdio java(Class<?> main, Map<String, String> env, String... args) {
        List<String> line = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto",
                "-cp", System.getProperty("java.class.path"), main.getName()));
        line.addAll(List.of(args));
        return new McpServerConfig.Stdio(Path.of(System.getProperty("java.home"), "bin", "java").toString(), line, env,
                null);
    }
}
