package dev.waggle.signal.bus;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNull;

/**
 * The retained proposals, arranged so that the oldest one that speaks against a new one is found without looking at
 * those that do not.
 *
 * <p>Against a proposal speaks one of another source with another proposal id. Sources stand in choruses by the id of
 * their oldest proposal, so that all which say the same as the new one are passed over in one step; of those, only what
 * they proposed next counts. Every operation takes O(log n) of the retained proposals. Owned by the detector.
 */
final class Rivals {

    private final Map<String, Placed> bySignal = new HashMap<>();
    private final Map<String, Speaker> speakers = new HashMap<>();
    private final Map<String, Chorus> choruses = new HashMap<>();

    /** Choruses by the place of their oldest proposal. */
    private final TreeMap<Long, Chorus> chorusByFirst = new TreeMap<>();

    private long lastPlace;

    void add(Signal signal, Payload.Proposal proposal) {
        lastPlace++;
        Placed placed = new Placed(lastPlace, signal, proposal.proposalId());
        bySignal.put(signal.id(), placed);
        Speaker speaker = speakers.computeIfAbsent(placed.source(), Speaker::new);
        if (speaker.hasSecond()) {
            speaker.add(placed);
            return;
        }
        leaveChorus(speaker);
        speaker.add(placed);
        joinChorus(speaker);
    }

    /** Harmless when it is not there. */
    void remove(String signalId) {
        Placed placed = bySignal.remove(signalId);
        if (placed == null) {
            return;
        }
        Speaker speaker = requireNonNull(speakers.get(placed.source()));
        leaveChorus(speaker);
        speaker.remove(placed);
        if (speaker.isSilent()) {
            speakers.remove(speaker.source);
        } else {
            joinChorus(speaker);
        }
    }

    /** The oldest proposal of another source with another id, or {@code null}. */
    @Nullable Signal against(String source, String proposalId) {
        Placed oldest = null;
        for (Chorus chorus : chorusByFirst.values()) {
            if (oldest != null && oldest.place() < chorus.firstPlace()) {
                break;
            }
            boolean saysTheSame = chorus.proposalId.equals(proposalId);
            oldest = older(oldest, saysTheSame ? null : otherThan(source, chorus.byFirst));
        }
        Chorus same = choruses.get(proposalId);
        if (same != null) {
            oldest = older(oldest, otherThan(source, same.bySecond));
        }
        return oldest == null ? null : oldest.signal();
    }

    void clear() {
        bySignal.clear();
        speakers.clear();
        choruses.clear();
        chorusByFirst.clear();
    }

    /** The first that another source said; the source has one entry at most. */
    private static @Nullable Placed otherThan(String source, Map<Long, Placed> placed) {
        for (Placed one : placed.values()) {
            if (!one.source().equals(source)) {
                return one;
            }
        }
        return null;
    }

    private static @Nullable Placed older(@Nullable Placed one, @Nullable Placed other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.place() < other.place() ? one : other;
    }

    private void leaveChorus(Speaker speaker) {
        if (speaker.isSilent()) {
            return;
        }
        Chorus chorus = requireNonNull(choruses.get(speaker.first().proposalId()));
        chorusByFirst.remove(chorus.firstPlace());
        chorus.remove(speaker);
        if (chorus.byFirst.isEmpty()) {
            choruses.remove(chorus.proposalId);
        } else {
            chorusByFirst.put(chorus.firstPlace(), chorus);
        }
    }

    private void joinChorus(Speaker speaker) {
        Chorus chorus = choruses.computeIfAbsent(speaker.first().proposalId(), Chorus::new);
        if (!chorus.byFirst.isEmpty()) {
            chorusByFirst.remove(chorus.firstPlace());
        }
        chorus.add(speaker);
        chorusByFirst.put(chorus.firstPlace(), chorus);
    }

    private record Placed(long place, Signal signal, String proposalId) {

        String source() {
            return signal.source().label();
        }
    }

    /** A source and what it proposes, by proposal id. */
    private static final class Speaker {

        private final String source;
        private final Map<String, Sayings> byId = new HashMap<>();
        private final TreeMap<Long, Sayings> byFirst = new TreeMap<>();

        Speaker(String source) {
            this.source = source;
        }

        void add(Placed placed) {
            Sayings same = byId.get(placed.proposalId());
            if (same == null) {
                same = new Sayings(placed);
                byId.put(placed.proposalId(), same);
                byFirst.put(placed.place(), same);
            } else {
                same.add(placed);
            }
        }

        void remove(Placed placed) {
            Sayings same = requireNonNull(byId.get(placed.proposalId()));
            if (same.removeLater(placed)) {
                return;
            }
            byFirst.remove(placed.place());
            if (same.moveOn()) {
                byFirst.put(same.first.place(), same);
            } else {
                byId.remove(placed.proposalId());
            }
        }

        boolean isSilent() {
            return byId.isEmpty();
        }

        /** Whether it proposed several ids; then what comes later changes neither the first nor the second. */
        boolean hasSecond() {
            return byId.size() > 1;
        }

        Placed first() {
            return byFirst.firstEntry().getValue().first;
        }

        /** The oldest of another id than the first. */
        @Nullable Placed second() {
            Map.Entry<Long, Sayings> next = byFirst.higherEntry(byFirst.firstKey());
            return next == null ? null : next.getValue().first;
        }
    }

    /** What a source said of one proposal: nearly always once. */
    private static final class Sayings {

        private Placed first;
        private @Nullable TreeMap<Long, Placed> later;

        Sayings(Placed first) {
            this.first = first;
        }

        void add(Placed placed) {
            if (later == null) {
                later = new TreeMap<>();
            }
            later.put(placed.place(), placed);
        }

        boolean removeLater(Placed placed) {
            return later != null && later.remove(placed.place()) != null;
        }

        /** The next one takes the place of the first; whether there is one. */
        boolean moveOn() {
            Map.Entry<Long, Placed> next = later == null ? null : later.pollFirstEntry();
            if (next != null) {
                first = next.getValue();
            }
            return next != null;
        }
    }

    /** The sources whose oldest proposal has one id. */
    private static final class Chorus {

        private final String proposalId;
        private final TreeMap<Long, Placed> byFirst = new TreeMap<>();

        /** What they proposed next, those who did. */
        private final TreeMap<Long, Placed> bySecond = new TreeMap<>();

        Chorus(String proposalId) {
            this.proposalId = proposalId;
        }

        void add(Speaker speaker) {
            byFirst.put(speaker.first().place(), speaker.first());
            Placed second = speaker.second();
            if (second != null) {
                bySecond.put(second.place(), second);
            }
        }

        void remove(Speaker speaker) {
            byFirst.remove(speaker.first().place());
            Placed second = speaker.second();
            if (second != null) {
                bySecond.remove(second.place());
            }
        }

        long firstPlace() {
            return byFirst.firstKey();
        }
    }
}
