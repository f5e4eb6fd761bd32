package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.KilledProgram;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A process that is killed while it generates and drains: durable-signals 42. */
class KilledServiceTest {

    private static final int LINES_BEFORE_KILL = 200;

    @TempDir
    Path folder;

    @Test
    void whatWasNotAcknowledgedComesAndWhatWasDoesNot() throws Exception {
        long acknowledged = lastLineBeforeKill(Host.class);
        try (SignalService signals = SignalService.open(folder, SignalServiceConfig.defaults(), World.system(3))) {
            long last = signals.listRecent(1).getFirst().sequence();
            List<InboxItem> items = signals.inboxes().inboxOf("ada").drain(Integer.MAX_VALUE);

            // One acknowledgement more may have reached the disk than was printed.
            long first = items.isEmpty() ? last + 1 : items.getFirst().entry().sequence();
            assertThat(first).isBetween(acknowledged + 1, acknowledged + 2);
            assertThat(items).hasSize((int) (last - first + 1));
            assertThat(items).allMatch(item -> item.patterns().equals(List.of("n:*")));
        }
    }

    @Test
    void whatWasGivenUpIsADeadLetterAndTheRestComes() throws Exception {
        long givenUp = lastLineBeforeKill(FailingHost.class);
        try (SignalService signals = SignalService.open(folder, SignalServiceConfig.defaults(), World.system(3))) {
            long last = signals.listRecent(1).getFirst().sequence();
            List<InboxItem> items = signals.inboxes().inboxOf("ada").drain(Integer.MAX_VALUE);
            Set<Long> seen = new HashSet<>();
            signals.inboxes().deadLetters().forEach(letter -> assertThat(seen.add(letter.from())).isTrue());

            // One more may have been given up than was printed.
            assertThat(signals.inboxes().deadLetterCount()).isBetween(givenUp, givenUp + 1);
            items.forEach(item -> assertThat(seen.add(item.sequence())).isTrue());
            assertThat(seen).hasSize((int) last);
            assertThat(items.stream().skip(1)).allMatch(item -> item.attempts() == 0);
            assertThat(items.stream().limit(1)).allMatch(item -> item.attempts() < 3);
        }
    }

    private long lastLineBeforeKill(Class<?> program) throws Exception {
        return Long.parseLong(
                KilledProgram.linesBeforeKill(LINES_BEFORE_KILL, program, folder.toString()).getLast());
    }

    /** Generates two signals, fails on the first that waits, gives it up and prints its number, until it is killed. */
    static final class FailingHost {

        private static final int MAX_ROUNDS = 900;

        private FailingHost() {}

        public static void main(String[] args) {
            try (SignalService signals = SignalService.open(Path.of(args[0]), SignalServiceConfig.defaults(),
                    World.system(2))) {
                signals.inboxes().subscribe(SubscriptionRequest.of("ada", "n:*"));
                Inbox inbox = signals.inboxes().inboxOf("ada");
                for (int round = 0; round < MAX_ROUNDS && !System.out.checkError(); round++) {
                    signals.generate("n:a");
                    signals.generate("n:b");
                    InboxItem item = inbox.drain(1).getFirst();
                    inbox.recordAttempts(List.of(item.withAttempts(1)), "failed");
                    inbox.recordAttempts(List.of(item.withAttempts(2)), "failed");
                    inbox.giveUp(List.of(item.withAttempts(3)), "failed");
                    System.out.println(item.sequence());
                }
            }
        }
    }

    /** Generates three signals, acknowledges one and prints its number, until it is killed or has no reader. */
    static final class Host {

        private static final int MAX_ROUNDS = 100_000;

        private Host() {}

        public static void main(String[] args) {
            try (SignalService signals = SignalService.open(Path.of(args[0]), SignalServiceConfig.defaults(),
                    World.system(2))) {
                signals.inboxes().subscribe(SubscriptionRequest.of("ada", "n:*"));
                for (int round = 0; round < MAX_ROUNDS && !System.out.checkError(); round++) {
                    signals.generate("n:a");
                    signals.generate("n:b");
                    signals.generate("n:c");
                    long dealtWith = signals.inboxes().inboxOf("ada").drain(1).getFirst().entry().sequence();
                    signals.inboxes().inboxOf("ada").acknowledge(dealtWith);
                    System.out.println(dealtWith);
                }
            }
        }
    }
}
