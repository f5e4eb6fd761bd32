package dev.waggle.cli.command.signals;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;

import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.terminal.EntryLine;
import dev.waggle.cli.terminal.RunNames;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.inbox.DeadLetter;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Lines of logs and signals for people: their width and their times. */
class SignalLinesTest {

    private static final Path EXAMPLES = ProjectFiles.at("cli/src/test/resources/written-before");
    private static final Instant NOON = Instant.parse("2026-07-01T12:00:00Z");
    private static final TimeZone TOKYO = TimeZone.getTimeZone("Asia/Tokyo");
    private static final String LONG = "漢字かな \uD83D\uDC69\u200D\uD83D\uDCBB ".repeat(40);

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 100, 200})
    void everyEntryOfTheExamplesFits(int width) {
        assertThat(examples()).hasSizeGreaterThan(50).allSatisfy(entry -> assertThat(
                DisplayWidth.of(EntryLine.of(entry, TextStyle.PLAIN, new RunNames(), width, TOKYO)))
                .isLessThanOrEqualTo(width));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void everyItemOfAnInboxFits(int width) {
        Stream<InboxItem> items = Stream.concat(examples().stream(), Stream.of(longEntry()))
                .map(entry -> new InboxItem(entry, List.of("*", "漢".repeat(90)), false));

        assertThat(items).allSatisfy(item -> assertThat(
                InboxCommand.line(item, TextStyle.PLAIN, new RunNames(), width)).hasSize(2)
                .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(width)));
    }

    @Test
    void aWiderTerminalShowsMoreOfAText() {
        int[] shown = {80, 120, 300};
        for (int width : shown) {
            assertThat(DisplayWidth.of(EntryLine.of(longEntry(), TextStyle.PLAIN, new RunNames(), width, TOKYO)))
                    .isBetween(width - 1, width);
        }
    }

    @Test
    void timesAreLocal() {
        LogEntry entry = examples().getFirst();
        Instant time = entry.signal().time();

        assertThat(EntryLine.of(entry, TextStyle.PLAIN, new RunNames(), 80, TOKYO))
                .contains(time.atZone(TOKYO.toZoneId()).toLocalDate() + " ").doesNotContain("Z ");
        assertThat(EntryLine.of(longEntry(), TextStyle.PLAIN, new RunNames(), 80, TOKYO))
                .contains("2026-07-01 21:00:00");
        assertThat(EntryLine.of(longEntry(), TextStyle.PLAIN, new RunNames(), TerminalWidth.UNBOUNDED,
                TimeZone.getTimeZone("GMT-13:00"))).contains("2026-06-30 23:00:00");
        assertThat(EntryLine.of(longEntry(), TextStyle.PLAIN, new RunNames(), 60, TOKYO)).contains("  21:00:00  ");
    }

    @Test
    void deadLettersAndSubscriptionsFit() {
        DeadLetter letter = new DeadLetter("a".repeat(128), 12_345, 67_890, 5, DeadLetter.Reason.FULL, LONG, NOON);
        Subscription subscription = new Subscription("a".repeat(60), "b".repeat(60), true, false, NOON, NOON, 3);

        assertThat(DeadLettersCommand.lines(letter, 80)).hasSizeGreaterThan(2)
                .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(80));
        assertThat(DeadLettersCommand.lines(letter, TerminalWidth.UNBOUNDED)).hasSize(1);
        assertThat(DisplayWidth.of(SubscriptionsCommand.line(subscription, 80))).isEqualTo(80);
        assertThat(SubscriptionsCommand.line(subscription, TerminalWidth.UNBOUNDED)).endsWith(", from signal 4 on");
    }

    private static LogEntry longEntry() {
        return new LogEntry(1, NOON, Emission.by("ci"), Signal.of(Draft.custom("alarm", Payload.Open.text(LONG)),
                new Stamp("s1", Source.named("ci"), NOON.plus(Duration.ofNanos(1)), Scope.NONE)));
    }

    private static List<LogEntry> examples() {
        return Stream.of("crossing.jsonl.gz", "terminal", "threads")
                .flatMap(name -> {
                    try (JournalReader reader = JournalReader.open(EXAMPLES.resolve(name))) {
                        return reader.select(JournalQuery.ALL).stream();
                    }
                }).toList();
    }
}
