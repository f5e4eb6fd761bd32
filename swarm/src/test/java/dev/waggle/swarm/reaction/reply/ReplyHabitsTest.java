package dev.waggle.swarm.reaction.reply;

import java.util.List;

import dev.waggle.swarm.reaction.TestJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Habits of many models, beyond the shared corpus: wrappers, calls, dialogues, broken syntax, names and words. The file
 * has a block for each case: its name, the expected outcome, and the reply.
 */
class ReplyHabitsTest {

    private final ReplyScene scene = new ReplyScene();

    static List<HabitCase> habits() {
        return List.of(TestJson.resource("/replies/habits.txt").split("\n=====\n")).stream().map(HabitCase::of)
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("habits")
    void habitsAreUnderstood(HabitCase habit) {
        ReplyParser parser = scene.parser();

        ModelReply reply = habit.isCut ? parser.readCut(habit.reply) : parser.read(habit.reply);

        assertThat(ReplyScene.summary(reply)).as(() -> reply.faults() + " " + reply.mends()).isEqualTo(habit.outcome);
    }

    @Test
    void everyHabitHasAName() {
        assertThat(habits()).hasSizeGreaterThan(100).extracting(HabitCase::name).doesNotHaveDuplicates();
    }

    /** A habit: its name begins with CUT where a limit ended the reply. */
    record HabitCase(String name, String outcome, String reply, boolean isCut) {

        static HabitCase of(String block) {
            String[] lines = block.split("\n", 3);
            String reply = lines[2].stripTrailing().replace("@2", ReplyScene.STAGES).replace("@4", ReplyScene.MACHINE)
                    .replace("@V", ReplyScene.vote(ReplyScene.STAGES, "agree"))
                    .replace("@B", ReplyScene.vote(ReplyScene.MACHINE, "agree"))
                    .replace("@D", ReplyScene.found("Lag is low."))
                    .replace("@S", ReplyScene.reply(ReplyScene.vote(ReplyScene.STAGES, "agree")));
            return new HabitCase(lines[0], lines[1], reply, lines[0].startsWith("CUT"));
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
