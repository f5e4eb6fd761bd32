package dev.waggle.swarm.lens.information;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.TieComparison;
import dev.waggle.math.information.SparseHistogram;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;

/**
 * Similarity of the words of agents. Each agent with enough words is compared with up to {@value #LANDMARKS}
 * landmarks. Those are all agents with enough words, or a random sample of them if there are more. Only pairs with new
 * words are compared again. Owned by one thread.
 */
final class TextSimilarity {

    /** Number of agents up to which every pair is compared. */
    static final int LANDMARKS = 48;

    /** Minimum number of words of a speaker, a sentence or two. Of fewer, one common word is half. */
    static final int MIN_WORDS = 16;

    private static final int NONE = -1;

    private final RandomGenerator random;
    private final BitSet fresh = new BitSet();
    private final BitSet speakers = new BitSet();
    private final SparseHistogram[] ofLandmarks = new SparseHistogram[LANDMARKS];
    private final int[] landmarks = new int[LANDMARKS];
    private int landmarkCount;
    private SparseHistogram[] words = new SparseHistogram[0];
    private double[][] likeness = new double[0][]; // Of each agent to each landmark; empty without enough words.
    private long[] lots = new long[0];
    private int[] slots = new int[0]; // The landmark that an agent is, or NONE.
    private int[] order = new int[0]; // Agents in the order of their first word; in a round by number.
    private int speakerCount;
    private int enough;

    TextSimilarity(RandomGenerator random) {
        this.random = random;
    }

    /** Records the statements of a round; true if any agent used words. */
    boolean observe(DeliberationData deliberation) {
        grow(deliberation.agentCount());
        fresh.clear();
        for (AgentStatement statement : deliberation.statements()) {
            SparseHistogram own = words[statement.agent()];
            int before = own.total();
            TopicWords.count(statement.signal().payload(), own);
            if (own.total() > before) {
                fresh.set(statement.agent());
            }
        }
        for (int agent = fresh.nextSetBit(0); agent >= 0; agent = fresh.nextSetBit(agent + 1)) {
            if (!speakers.get(agent)) {
                speakers.set(agent);
                order[speakerCount++] = agent;
            }
            if (hasEnough(agent) && likeness[agent].length == 0) {
                likeness[agent] = new double[LANDMARKS];
                enough++;
            }
        }
        if (fresh.isEmpty()) {
            return false;
        }
        addLandmarks();
        for (int i = 0; i < speakerCount; i++) {
            compare(order[i]);
        }
        return true;
    }

    /** Number of agents with enough words. */
    int speakers() {
        return enough;
    }

    /** Number of landmarks that each agent is compared with. */
    int landmarks() {
        return landmarkCount;
    }

    /** True if every pair was compared. */
    boolean isExact() {
        return landmarkCount == enough;
    }

    /**
     * Groups of agents that repeat an earlier speaker, each led by an agent unlike any before it. Similarity to an
     * omitted agent does not count, so the first of each group stays.
     */
    List<List<Integer>> groups(double threshold) {
        List<List<Integer>> groups = new ArrayList<>();
        int[] leadOf = new int[words.length];
        int[] groupOf = new int[words.length];
        int[] leads = new int[enough];
        int[] met = new int[landmarkCount]; // Landmarks so far, whether they lead or not.
        int metCount = 0;
        for (int i = 0; i < speakerCount; i++) {
            int agent = order[i];
            if (!hasEnough(agent)) {
                continue;
            }
            boolean isLandmark = slots[agent] != NONE;
            int lead = isLandmark ? lead(agent, leads, groups.size(), threshold)
                    : lead(agent, met, metCount, leadOf, threshold);
            if (lead == NONE) {
                leadOf[agent] = agent;
                groupOf[agent] = groups.size();
                leads[groups.size()] = agent;
                groups.add(new ArrayList<>(List.of(agent)));
            } else {
                leadOf[agent] = lead;
                groups.get(groupOf[lead]).add(agent);
            }
            if (isLandmark) {
                met[metCount++] = agent;
            }
        }
        return groups;
    }

    /** Mean over the compared pairs; empty without one. */
    OptionalDouble mean() {
        CompensatedSum sums = new CompensatedSum();
        long pairs = 0;
        for (int i = 0; i < speakerCount; i++) {
            int agent = order[i];
            for (int other = 0; hasEnough(agent) && other < landmarksBefore(agent); other++) {
                sums.add(likeness[agent][other]);
                pairs++;
            }
        }
        return pairs == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.min(1, sums.get() / pairs));
    }

    /** The agent with the words least like the others' on average; empty when several tie. */
    OptionalInt mostUnique() {
        int best = NONE;
        double min = Double.POSITIVE_INFINITY;
        boolean tied = false;
        for (int i = 0; i < speakerCount; i++) {
            int agent = order[i];
            int others = landmarkCount - (slots[agent] == NONE ? 0 : 1);
            if (!hasEnough(agent) || others == 0) {
                continue;
            }
            CompensatedSum sums = new CompensatedSum();
            for (int slot = 0; slot < landmarkCount; slot++) {
                sums.add(landmarks[slot] == agent ? 0 : between(agent, landmarks[slot]));
            }
            double mean = sums.get() / others;
            if (best == NONE || TieComparison.exceeds(min, mean)) {
                best = agent;
                min = mean;
                tied = false;
            } else {
                tied |= TieComparison.equal(min, mean);
            }
        }
        return best == NONE || tied ? OptionalInt.empty() : OptionalInt.of(best);
    }

    private void grow(int agents) {
        int known = words.length;
        if (agents > known) {
            words = Arrays.copyOf(words, agents);
            likeness = Arrays.copyOf(likeness, agents);
            lots = Arrays.copyOf(lots, agents);
            slots = Arrays.copyOf(slots, agents);
            order = Arrays.copyOf(order, agents);
            for (int agent = known; agent < agents; agent++) {
                words[agent] = new SparseHistogram();
                likeness[agent] = new double[0];
                lots[agent] = random.nextLong();
                slots[agent] = NONE;
            }
        }
    }

    private boolean hasEnough(int agent) {
        return words[agent].total() >= MIN_WORDS;
    }

    /** Adds agents with enough words as landmarks while there is room; of too many, a random draw decides. */
    private void addLandmarks() {
        if (landmarkCount == LANDMARKS || landmarkCount == enough) {
            return;
        }
        int[] drawn = Arrays.stream(order, 0, speakerCount).filter(agent -> hasEnough(agent) && slots[agent] == NONE)
                .boxed()
                .sorted((left, right) -> Long.compare(lots[left], lots[right])).limit(LANDMARKS - (long) landmarkCount)
                .mapToInt(Integer::intValue).toArray();
        for (int agent : drawn) {
            slots[agent] = landmarkCount;
            ofLandmarks[landmarkCount] = words[agent];
            landmarks[landmarkCount++] = agent;
        }
    }

    /** Number of landmarks that this agent is compared with: of two landmarks, the later sees the earlier. */
    private int landmarksBefore(int agent) {
        return slots[agent] == NONE ? landmarkCount : slots[agent];
    }

    private void compare(int agent) {
        if (!hasEnough(agent)) {
            return;
        }
        SparseHistogram own = words[agent];
        double[] row = likeness[agent];
        boolean isFresh = fresh.get(agent);
        int end = landmarksBefore(agent);
        for (int other = 0; other < end; other++) {
            if (isFresh || fresh.get(landmarks[other])) {
                row[other] = own.overlap(ofLandmarks[other]);
            }
        }
    }

    private double between(int left, int right) {
        int slot = slots[left];
        int other = slots[right];
        return slot == NONE || (other != NONE && other < slot) ? likeness[left][other] : likeness[right][slot];
    }

    /** Lead of a landmark, which is compared with all leads. */
    private int lead(int landmark, int[] leads, int count, double threshold) {
        for (int i = 0; i < count; i++) {
            if (TieComparison.exceeds(between(landmark, leads[i]), threshold)) {
                return leads[i];
            }
        }
        return NONE;
    }

    /** Lead of another agent, which is compared with landmarks, and with the lead of one that it is like. */
    private int lead(int agent, int[] met, int count, int[] leadOf, double threshold) {
        int refused = NONE;
        for (int i = 0; i < count; i++) {
            int lead = leadOf[met[i]];
            if (lead != refused && TieComparison.exceeds(between(agent, met[i]), threshold)) {
                if (lead == met[i] || TieComparison.exceeds(words[agent].overlap(words[lead]), threshold)) {
                    return lead;
                }
                refused = lead;
            }
        }
        return NONE;
    }
}
