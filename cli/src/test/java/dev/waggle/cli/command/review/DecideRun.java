package dev.waggle.cli.command.review;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Result of one call of {@code waggle decide}. */
record DecideRun(int code, String out, String err) {

    static DecideRun of(Object... args) {
        return of(false, args);
    }

    static DecideRun watched(Object... args) {
        return of(true, args);
    }

    /** The JSON document of a call with {@code --json} that must succeed. */
    static JsonNode json(Object... args) {
        List<Object> all = new ArrayList<>(List.of(args));
        all.add("--json");
        DecideRun run = of(all.toArray());
        if (run.code() != 0) {
            throw new AssertionError(run);
        }
        return JsonMapper.shared().readTree(run.out());
    }

    private static DecideRun of(boolean interactive, Object... args) {
        List<String> words = new ArrayList<>(List.of("decide"));
        for (Object arg : args) {
            words.add(arg.toString());
        }
        CommandRun run = CommandRun.run("", interactive, words.toArray(String[]::new));
        return new DecideRun(run.code(), run.out(), run.err());
    }
}
