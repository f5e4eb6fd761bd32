package dev.waggle.signal.transcript;

import java.util.List;
import java.util.Random;

import dev.waggle.signal.log.LogEntry;

/** Random harness signals of three agents, some of them without the expected fields. */
final class RandomHarness {

    private static final List<String> AGENTS = List.of("ada", "bob", "cat");

    private RandomHarness() {}

    static List<LogEntry> entries(Random random, int count) {
        HarnessLog log = new HarnessLog();
        for (int n = 0; n < count; n++) {
            String tool = "\"id\":\"t" + random.nextInt(12) + "\",\"name\":\"grep\"";
            String content = "{\"content\":\"c" + n + "\"}";
            String agent = AGENTS.get(random.nextInt(AGENTS.size()));
            int kind = random.nextInt(40);
            switch (kind) {
                case 0 -> log.says(agent, 1, "harness:start", "{\"input\":{}}");
                case 1 -> log.says(agent, 1, "harness:end", "{\"output\":{\"content\":\"x\"}}");
                case 2 -> log.says(agent, 1, "harness:error", "{\"code\":\"E" + n + "\"}");
                case 3 -> log.says(agent, 1, "text:complete", content);
                case 4 -> log.says(agent, 1, "thinking:complete", content);
                case 5 -> log.says(agent, 1, "tool:call", "{\"id\":7}");
                case 6 -> log.says(agent, 1, "text:delta", "null");
                case 7, 8, 9, 10 -> log.says(agent, 1, "tool:call", "{" + tool + ",\"input\":" + n + "}");
                case 11, 12, 13 -> log.says(agent, 1, "tool:result", "{" + tool + ",\"result\":" + n + "}");
                case 14 -> log.says(agent, 1, "tool:result", "{" + tool + ",\"error\":\"denied\"}");
                case 15, 16, 17 -> log.says(agent, 1, "custom:" + random.nextInt(30), Integer.toString(n));
                case 18, 19, 20, 21 -> log.says(agent, 1, "thinking:delta", content);
                default -> log.says(agent, 1, "text:delta", content);
            }
        }
        return log.entries();
    }
}
