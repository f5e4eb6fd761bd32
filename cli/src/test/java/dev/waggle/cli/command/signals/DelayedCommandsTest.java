package dev.waggle.cli.command.signals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.delayed.DelayedSignal;
import dev.waggle.journal.delayed.DelayedSignals;
import dev.waggle.signal.Lifetime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle signals} with times, keys, times to live and tenants: durable-signals 46 and 48. */
class DelayedCommandsTest {

    @TempDir
    private Path folder;

    @Test // durable-signals 46
    void aDelayedSignalIsListedReplacedAndCancelled() {
        CommandRun made = signals("generate", "tea:ready", "1", "--at", "9000-01-01T00:00:00Z", "--repeat-key", "tea",
                "--tenant", "north");
        assertThat(made.code()).isZero();
        assertThat(made.out()).startsWith("tea:ready waits until 9000-01-01 ").contains("\n  id      sig_")
                .endsWith("""
                          of      cli
                          key     tea
                          tenant  north
                        """);
        signals("generate", "tea:ready", "2", "--after", "52w", "--repeat-key", "tea", "--tenant", "north");
        signals("generate", "tea:cold", "--after", "60d", "--ttl", "5m");

        assertThat(signals("list").out()).isEmpty();
        assertThat(signals("delayed").out().lines()).hasSize(2)
                .satisfiesExactly(first -> assertThat(first).contains("tea:cold"),
                        second -> assertThat(second).contains("tea:ready"));
        assertThat(signals("delayed", "--json").out()).contains("\"owner\":\"cli\"", "\"repeatKey\":\"tea\"",
                "\"data\":2", "\"span\":300000").doesNotContain("\"data\":1");
        assertThat(waiting()).extracting(one -> one.signal().lifetime() instanceof Lifetime.Ttl)
                .containsExactly(true, false);
        assertThat(signals("cancel", "tea:ready", "--repeat-key", "tea").out()).isEqualTo("nothing to cancel\n");
        assertThat(signals("cancel", "tea:ready", "--repeat-key", "tea", "--tenant", "north", "--owner", "ada").out())
                .isEqualTo("nothing to cancel\n");
        assertThat(signals("cancel", "tea:ready", "--repeat-key", "tea", "--tenant", "north").out())
                .isEqualTo("cancelled\n");
        assertThat(signals("cancel", waiting().getFirst().id()).out()).isEqualTo("cancelled\n");
        assertThat(signals("delayed").out()).isEqualTo("no delayed signals\n");
        assertThat(signals("delayed", "--json").out()).isEmpty();
    }

    @Test
    void optionsThatFitNoSignalAreRefusedAndCreateNothing() {
        refuses("--at and --after exclude each other", "--at", "9000-01-01T00:00:00Z", "--after", "1h");
        refuses("--repeat-key is for a delayed signal", "--repeat-key", "k");
        refuses("--at must be a date and time with its zone, got \"noon\"", "--at", "noon");
        refuses("deliverAt must be between", "--at", "+10000-01-01T00:00:00Z");
        refuses("--after must be a number with s, m, h, d or w, got \"2\"", "--after", "2");
        refuses("--ttl must be a number with s, m, h, d or w, got \"-1s\"", "--ttl=-1s");
        refuses("repeatKey must not be blank", "--after", "1h", "--repeat-key", " ");
        refuses("tenant must not be blank", "--tenant", " ");

        assertThat(Files.exists(folder.resolve("data"))).isFalse();
        assertThat(signals("delayed").code()).isEqualTo(2);
        assertThat(signals("cancel", "a").code()).isEqualTo(2);
    }

    @Test // durable-signals 48
    void aTenantHearsItsOwnSignalsOnly() {
        assertThat(signals("subscribe", "ada", "a", "--create", "--tenant", "north").out()).contains("tenant north");
        signals("subscribe", "bob", "a", "--create");
        signals("generate", "a", "1", "--tenant", "north");
        signals("generate", "a", "2", "--tenant", "south");
        signals("generate", "a", "3");

        assertThat(signals("inbox", "ada").out()).hasLineCount(1).contains("a 1");
        assertThat(signals("inbox", "bob").out()).hasLineCount(1).contains("a 3");
        assertThat(signals("list", "--tenant", "south").out()).hasLineCount(1).contains("a 2");
        assertThat(signals("subscriptions", "--json").out()).contains("\"pattern\":\"a\",\"tenant\":\"north\"");
        assertThat(signals("unsubscribe", "ada", "a").out()).isEqualTo("nothing to remove\n");
        assertThat(signals("unsubscribe", "ada", "a", "--tenant", "north").out()).isEqualTo("removed\n");
    }

    private List<DelayedSignal> waiting() {
        return DelayedSignals.read(folder.resolve("data").resolve("signals"));
    }

    private void refuses(String message, String... options) {
        List<String> args = new ArrayList<>(List.of("generate", "a"));
        args.addAll(List.of(options));
        CommandRun run = signals(args.toArray(String[]::new));
        assertThat(run.code()).as(message).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    private CommandRun signals(String... args) {
        List<String> all = new ArrayList<>(List.of("signals"));
        all.addAll(List.of(args));
        all.addAll(List.of("--data", folder.resolve("data").toString()));
        return CommandRun.of(all.toArray(String[]::new));
    }
}
