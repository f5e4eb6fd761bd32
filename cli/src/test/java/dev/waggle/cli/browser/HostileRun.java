package dev.waggle.cli.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A run whose texts are of many scripts, very long, or written to be run by a browser. */
final class HostileRun {

    /** Runs in no page: each of them would set a global name, which a test looks for. */
    static final String IMAGE = "<img src=x onerror=\"window.attacked=1\">";
    static final String SCRIPT = "</script><script>window.attacked=2</script>";
    static final String QUESTION = "Which of " + IMAGE + " and " + SCRIPT + " is shown?";
    static final String CHINESE = "春天的列车准时到达";
    static final String ARABIC = "القطار يصل في الموعد";
    static final String FAMILY = "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66";
    static final String TURNED = "safe \u202Egnp.exe";
    static final String LONG_WORD = "Donaudampfschiff".repeat(625);

    private HostileRun() {}

    /** Stores the run in a data folder; returns its id. */
    static String store(Path data, Path folder) throws IOException {
        Path play = Files.writeString(folder.resolve("hostile.txt"), text());
        return SampleFolder.solve("--play", play.toString(), "--data", data.toString());
    }

    private static String text() {
        return """
            title: Hostile
            task:
              %s
            seat: eve | Eve <b>bold</b> | "><svg onload=window.attacked=3>
            seat: ana | 安娜 | عالمة
            seat: bob | Bob %s | javascript:window.attacked=4

            # round 1
            @eve
            propose 0.8 markup: %s
              | because: %s {{7*7}} ${7*7} &lt;b&gt;
            find 0.7 %s
              | evidence: <a href="javascript:window.attacked=5">a source</a> | relevance: 0.7

            @ana
            propose 0.7 scripts: %s %s %s
              | because: %s
            find 0.6 %s
              | evidence: a very long word | relevance: 0.5

            @bob
            find 0.6 Nothing yet
              | evidence: none | relevance: 0.5

            # round 2
            @bob
            doubt markup 0.6 %s
              | severity: high

            @eve
            vote markup agree 0.9 %s
            vote scripts disagree 0.8 %s

            @ana
            vote scripts agree 0.9 %s
            vote markup disagree 0.7 %s

            # round 3
            @bob
            vote scripts agree 0.9 %s
            challenge markup 0.9 %s
              | instead: nothing
            """.formatted(QUESTION, FAMILY, IMAGE, SCRIPT, SCRIPT, CHINESE, ARABIC, FAMILY, TURNED, LONG_WORD, IMAGE,
                SCRIPT, TURNED, ARABIC, CHINESE, FAMILY, IMAGE);
    }
}
