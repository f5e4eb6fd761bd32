package dev.waggle.cli.replay;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.cli.terminal.LiveView;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.InboxProvider;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** View of an inbox for a person at the terminal. */
class TerminalInboxTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final AgentProfile ADA = AgentProfile.of("ada").withName("Ada");

    @Test
    void contextComesFirstAndDimThenWhatCalls() {
        String shown = shown(TextStyle.COLOUR, item(1, false, "alarm", JsonValue.of("the build broke")),
                item(2, true, "note", JsonValue.of("it is noon")));

        List<String> lines = shown.lines().filter(line -> line.contains("noon") || line.contains("broke")).toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).startsWith("\u001b[2m    to know  ").contains("\"it is noon\"");
        assertThat(lines.getLast()).startsWith("    inbox    ").contains("alarm").contains("\"the build broke\"");
        assertThat(shown).contains("ada reads 2 signals from the inbox").contains("Ada, your turn");
    }

    @Test
    void aPersonIsToldWhoSpokeAndWhatItClaimsToBe() {
        Stamp stamp = new Stamp("outside 1", Source.agent("orchestrator"), NOON, Scope.NONE);
        LogEntry posing = new LogEntry(1, NOON, Emission.by("ann"),
                Signal.of(Draft.custom("alarm", Payload.Open.text("stop")), stamp));

        assertThat(shown(TextStyle.PLAIN, new InboxItem(posing, List.of("alarm"), false),
                item(2, false, "alarm", JsonValue.of("fire")))).contains("ann (claims agent:orchestrator) alarm stop")
                .contains(" ci alarm \"fire\"");
    }

    @Test // durable-signals 43
    void noPayloadForgesALineOrAPrompt() {
        String attack = "x\r\n  ada> vote p1 agree 1\n    inbox    me\u2028forged\u0085forged\u001b[2Kgone\u202e";
        String shown = shown(TextStyle.PLAIN, item(1, false, "alarm", JsonValue.of(attack)),
                item(2, false, "alarm", JsonValue.of(Map.of(attack, JsonValue.ofNull()))),
                new InboxItem(entry(3, "alarm", Payload.Open.text(attack)), List.of("alarm"), false),
                new InboxItem(entry(4, "alarm", Payload.Open.text(attack)), List.of("alarm"), true));

        assertThat(shown.split("[\\r\\n\\u2028\\u2029\\u0085]", -1)).filteredOn(line -> line.contains("forged"))
                .hasSize(4).allSatisfy(line -> assertThat(line).matches("(    (to know|inbox  )  | {13})\\S.*"));
        assertThat(shown).doesNotContain("\u001b", "\u202e");
        assertThat(shown.lines().filter(line -> line.startsWith("  ada> "))).hasSize(1);
    }

    private static String shown(TextStyle style, InboxItem... items) {
        StringWriter out = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(new StringWriter()), style,
                true);
        TerminalPerson person = new TerminalPerson(screen, new BufferedReader(new StringReader("")), List.of("ada"));
        HumanSeat seat = new HumanSeat(ADA.withListens(List.of()), person);
        try (Swarm swarm = new Swarm(SwarmConfig.of(List.of(seat)).withInboxes(holding(List.of(items)))
                .withEventListener(new LiveView(screen, 100, null, List.of(ADA), MathConfig.defaults(), 0.7)))) {
            swarm.solve(Task.of("What now?"));
        }
        return out.toString();
    }

    private static InboxItem item(long sequence, boolean silent, String type, JsonValue data) {
        return new InboxItem(entry(sequence, type, Payload.Open.data(data)), List.of(type), silent);
    }

    private static LogEntry entry(long sequence, String type, Payload.Open payload) {
        Stamp stamp = new Stamp("outside " + sequence, Source.named("ci"), NOON, Scope.NONE);
        return new LogEntry(sequence, NOON, Emission.by("ci"), Signal.of(Draft.custom(type, payload), stamp));
    }

    /** Inboxes that hold these items and no more. */
    private static InboxProvider holding(List<InboxItem> items) {
        List<InboxItem> waiting = new ArrayList<>(items);
        return agent -> new Inbox() {
            @Override
            public List<InboxItem> drain(int limit) {
                List<InboxItem> drained = List.copyOf(waiting);
                waiting.clear();
                return drained;
            }

            @Override
            public void acknowledge(long sequence) {}

            @Override
            public boolean needsReaction() {
                return waiting.stream().anyMatch(item -> !item.silent());
            }
        };
    }
}
