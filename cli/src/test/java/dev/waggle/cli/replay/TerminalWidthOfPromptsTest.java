package dev.waggle.cli.replay;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.ClosingBallot;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.agent.TurnStatus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Width of all that a person in a seat is shown. */
class TerminalWidthOfPromptsTest {

    private static final String LONG = "漢字".repeat(60) + " " + "a long sentence with many words ".repeat(4);

    @ParameterizedTest
    @ValueSource(ints = {48, 80, 120})
    void everyLineOfAPromptFits(int width) throws InterruptedException {
        StringWriter out = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(new StringWriter()),
                TextStyle.PLAIN, true);
        AgentProfile seat = AgentProfile.of("s".repeat(64)).withName(LONG);
        TerminalPerson person = new TerminalPerson(screen, new BufferedReader(new StringReader("help\n\n")),
                List.of(seat.id()), width);

        var _ = person.nextLine(seat, turn());
        person.onInvalidLine(seat, "x", "refused: " + LONG + "\nMaybe " + LONG);

        assertThat(out.toString().replace("…> ", "…>\n").lines().toList()).hasSizeGreaterThan(20)
                .anySatisfy(line -> assertThat(line).contains("last chance to vote"))
                .anySatisfy(line -> assertThat(line).startsWith("    inbox    "))
                .allSatisfy(line -> assertThat(DisplayWidth.of(line)).as(line).isLessThanOrEqualTo(width));
    }

    private static Turn turn() {
        Signal proposal = signal(new Payload.Proposal("plan", LONG, ""), Source.agent("ada"));
        Signal alarm = signal(Payload.Open.text(LONG), new Source.Webhook("w".repeat(100)));
        AgentMail mail = new AgentMail(List.of(),
                List.of(new InboxItem(new LogEntry(1, Instant.EPOCH, Emission.by("ci"), alarm), List.of("alarm"),
                        false)));
        List<Signal> log = List.of(proposal);
        return new Turn(new Turn.TurnPosition(1, 1, Optional.empty(),
                new TurnStatus(3, 2, List.of("b".repeat(90), "c".repeat(90))),
                Optional.of(new ClosingBallot(log))), mail,
                filter -> log.stream().filter(filter::matches).toList(),
                new Turn.TurnTime(Instant.EPOCH, Duration.ofMinutes(1)), Turn.TurnCalls.UNRECORDED);
    }

    private static Signal signal(Payload payload, Source source) {
        Stamp stamp = new Stamp("s1", source, Instant.EPOCH, Scope.NONE);
        return Signal.of(payload instanceof Payload.Open open ? Draft.custom("alarm", open) : Draft.of(payload, 0.8),
                stamp);
    }
}
