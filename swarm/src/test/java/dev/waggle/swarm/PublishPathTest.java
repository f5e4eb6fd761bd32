package dev.waggle.swarm;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.engine.loop.Solve;
import dev.waggle.swarm.testbed.RefusingJournal;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The way of a proposal from the loop of a solve to the journal, in stack frames. */
class PublishPathTest {

    /**
     * Frames of a stack trace: both ends, bodies of lambdas and frames of the JDK count, its hidden frames do not. Three
     * of them choose between a step with a span and one without.
     */
    private static final int MAX_FRAMES = 15;

    private static final String LOOP = Solve.class.getSimpleName() + ".run";
    private static final String JOURNAL = RefusingJournal.class.getSimpleName() + ".append";

    private final List<String> path = new ArrayList<>();

    @Test
    void aProposalPassesAtMostFifteenFramesFromTheLoopToTheJournal() {
        RefusingJournal journal = new RefusingJournal(this::walk);

        SwarmResult result = SolveTestBed
                .solve(new SolveTestBed().config(ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("A")))
                        .withJournal(journal));

        assertThat(result.activity().refusals()).isEmpty();
        assertThat(path).startsWith(JOURNAL).endsWith(LOOP).hasSizeLessThanOrEqualTo(MAX_FRAMES);
    }

    private void walk(Signal signal) {
        if (signal.type().equals(SignalType.PROPOSAL)) {
            path.addAll(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(PublishPathTest::fromTheJournalToTheLoop));
        }
    }

    private static List<String> fromTheJournalToTheLoop(Stream<StackFrame> frames) {
        List<String> names = frames
                .map(frame -> frame.getDeclaringClass().getSimpleName() + '.' + frame.getMethodName()).toList();
        return names.subList(names.indexOf(JOURNAL), names.lastIndexOf(LOOP) + 1);
    }
}
