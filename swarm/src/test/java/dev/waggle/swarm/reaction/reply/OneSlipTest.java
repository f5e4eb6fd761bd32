package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Replies with wrong characters: a vote is never changed, and never lost without a word. */
class OneSlipTest {

    /** Every slip of this many is tried; one means all of them, about sixty thousand. */
    private static final int SHARE = 9;

    private static final int MANY = 3_000;
    private static final int MOST_SLIPS = 6;

    private static final String[] INSERTED = {"\"", "'", "\\", "{", "}", "[", "]", ",", ":", "x", " ", "\n", "`", "/",
        "#", "<", "0", "“"};

    private static final String FOUND = ReplyScene.found("The lag, at night, is \\\"low\\\".");

    private static final List<String> REPLIES = List.of(
            ReplyScene.reply(ReplyScene.vote(ReplyScene.STAGES, "disagree"), FOUND,
                    ReplyScene.vote(ReplyScene.MACHINE, "agree")),
            "Here:\n```json\n" + ReplyScene.reply(FOUND, ReplyScene.vote(ReplyScene.MACHINE, "abstain")) + "\n```",
            "{'signals': [{'type': 'vote', 'stance': 'disagree', 'confidence': 0.8, 'proposalId': '" + ReplyScene.STAGES
                    + "'}, {'type': 'discovery', 'confidence': 0.8, 'content': 'Lag is low'}]}",
            ReplyScene.vote(ReplyScene.STAGES, "agree") + "\n" + ReplyScene.found("Lag is low"));

    private final ReplyScene scene = new ReplyScene();

    @Test
    void oneSlipNeitherChangesAVoteNorLosesItInSilence() {
        int at = 0;
        for (String reply : REPLIES) {
            List<String> votes = votes(read(reply, false));
            for (String slipped : slips(reply)) {
                boolean isCut = at / SHARE % 2 == 0;
                if (at++ % SHARE == 0) {
                    ModelReply read = read(slipped, isCut);
                    List<String> seen = votes(read);

                    assertThat(votes).as(slipped).containsAll(seen);
                    assertThat(seen.size() == votes.size() || read.failed() || !read.faults().isEmpty())
                            .as("lost in silence: %s", slipped).isTrue();
                }
            }
        }
    }

    @Test
    void severalSlipsGiveNoVoteOfAnotherStance() {
        for (int seed = 0; seed < MANY; seed++) {
            Random random = new Random(seed);
            String reply = REPLIES.get(random.nextInt(REPLIES.size()));
            List<String> votes = votes(read(reply, false));
            String slipped = reply;
            for (int i = 1 + random.nextInt(MOST_SLIPS); i > 0; i--) {
                slipped = slip(slipped, random);
            }

            assertThat(votes).as("seed %d: %s", seed, slipped).containsAll(votes(read(slipped, random.nextBoolean())));
        }
    }

    private ModelReply read(String reply, boolean isCut) {
        return isCut ? scene.parser().readCut(reply) : scene.parser().read(reply);
    }

    private static List<String> votes(ModelReply read) {
        return read.drafts().stream().map(Draft::payload).filter(Payload.Vote.class::isInstance)
                .map(Payload.Vote.class::cast).map(vote -> vote.proposalId() + ' ' + vote.stance()).sorted().toList();
    }

    private static List<String> slips(String reply) {
        List<String> slips = new ArrayList<>();
        for (int i = 0; i < reply.length(); i++) {
            String before = reply.substring(0, i);
            slips.add(before + reply.substring(i + 1));
            slips.add(before + reply.charAt(i) + reply.substring(i));
            for (String one : INSERTED) {
                slips.add(before + one + reply.substring(i));
                slips.add(before + one + reply.substring(i + 1));
            }
            if (i + 1 < reply.length()) {
                slips.add(before + reply.charAt(i + 1) + reply.charAt(i) + reply.substring(i + 2));
            }
        }
        return slips;
    }

    /** A character inserted, left out, doubled or moved, a piece doubled, or the end left out. */
    private static String slip(String text, Random random) {
        int at = random.nextInt(text.length());
        int to = Math.min(text.length(), at + 1 + random.nextInt(40));
        return switch (random.nextInt(12)) {
            case 0 -> text.substring(0, Math.max(1, at));
            case 1 -> text.substring(0, to) + text.substring(at);
            case 2, 3, 4 -> text.length() < 2 ? text : text.substring(0, at) + text.substring(at + 1) + ' ';
            default -> text.substring(0, at) + INSERTED[random.nextInt(INSERTED.length)] + text.substring(at);
        };
    }
}
