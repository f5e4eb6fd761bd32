package dev.waggle.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.Screen;
import dev.waggle.cli.terminal.Style;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One call of {@code waggle decide} and what came of it. */
record DecideRun(int code, String out, String err) {

    static DecideRun of(Object... args) {
        return of(false, args);
    }

    static DecideRun watched(Object... args) {
        return of(true, args);
    }

    /** The JSON document of a call with {@code --json} that must go well. */
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
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> words = new ArrayList<>(List.of("decide"));
        for (Object arg : args) {
            words.add(arg.toString());
        }
        Screen screen = new Screen(new PrintWriter(out), new PrintWriter(err), Style.PLAIN, interactive);
        int code = Main.run(words.toArray(String[]::new), screen);
        return new DecideRun(code, out.toString(), err.toString());
    }
}
