package dev.waggle.cli.evaluation;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.replay.EpisodeFile;
import dev.waggle.cli.replay.EpisodeFile.KeyedEpisode;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.EvaluationSetBuilder;
import dev.waggle.swarm.agent.episode.RecordedEpisode;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event;
import dev.waggle.swarm.agent.episode.RecordedEpisode.Event.Kind;
import dev.waggle.swarm.identity.CanonicalAnswer;

/**
 * Reader of episodes as a set: the first and the last answer of each agent where agents read each other, else its
 * answer. Further episodes with the same id are items of their own. Further answers of an agent in one round, such as
 * the verdict of a judge on the other order, are ballots of their own.
 */
final class EpisodeSetReader {

    private static final String ID = "answer:";

    /** From this number of things on, the sets of them are not counted as options. */
    private static final int MAX_THINGS = 20;

    private final List<Answers> rows = new ArrayList<>();
    private final List<Head> heads = new ArrayList<>();
    private final Map<String, Integer> ids = new HashMap<>();
    private boolean isDebate;

    private EpisodeSetReader() {}

    /** First and last answer of an agent in an episode, each by its key. */
    private record Answers(String episode, String agent, String first, String last, double confidence) {}

    /** Facts of an episode: its id, the key of its right answer, its category, its number of options or 0. */
    private record Head(String id, Optional<String> gold, Optional<String> category, int options) {}

    /** Reads the episodes of a file. */
    static EvaluationSet read(String name, String path, InputStream in, TerminalScreen screen) {
        EpisodeSetReader reader = new EpisodeSetReader();
        EpisodeFile.forEachAnswered(path, in, screen, reader::add);
        return reader.build(name);
    }

    private void add(KeyedEpisode keyed) {
        RecordedEpisode episode = keyed.episode();
        int same = ids.merge(episode.id(), 1, Integer::sum);
        String id = same == 1 ? episode.id() : episode.id() + "#" + same;
        Map<String, Answers> answers = new LinkedHashMap<>();
        Map<String, Integer> inRound = new LinkedHashMap<>();
        boolean isChat = episode.isChat();
        int firstRound = episode.events().stream().mapToInt(Event::round).min().orElse(0);
        for (Event event : episode.events()) {
            isDebate |= event.round() != firstRound || isChat;
            if (event.kind() == Kind.MESSAGE) {
                continue;
            }
            int earlier = isChat ? 0 : inRound.merge(event.round() + " " + event.agent(), 1, Integer::sum) - 1;
            String agent = earlier == 0 ? event.agent() : event.agent() + "#" + (earlier + 1);
            String key = episode.answer(event.answer()).map(EpisodeSetReader::key).orElse("");
            Answers before = answers.get(agent);
            double confidence = event.confidence() == null ? Double.NaN : event.confidence();
            if (before == null) {
                answers.put(agent, new Answers(id, agent, key, key, confidence));
            } else if (!key.isEmpty()) {
                answers.put(agent, new Answers(id, agent, before.first().isEmpty() ? key : before.first(),
                        key, confidence));
            }
        }
        rows.addAll(answers.values());
        heads.add(new Head(id, keyed.gold().map(EpisodeSetReader::key), keyed.category(),
                optionsOf(episode, isChat)));
    }

    /** Number of options; in a chat about things, the number of sets of them. 0 if it is not known. */
    private static int optionsOf(RecordedEpisode episode, boolean isChat) {
        int size = episode.options().size();
        if (!isChat || size == 0) {
            return size;
        }
        return size <= MAX_THINGS ? 1 << size : 0;
    }

    private static String key(CanonicalAnswer answer) {
        String id = answer.proposalId();
        return id.startsWith(ID) ? id.substring(ID.length()) : id;
    }

    private EvaluationSet build(String name) {
        EvaluationSetBuilder builder = new EvaluationSetBuilder(name, List.of("confidence"));
        for (Answers row : rows) {
            if (isDebate) {
                builder.addDebate(row.episode(), row.agent(), row.first(), row.last(), row.confidence());
            } else {
                builder.add(row.episode(), row.agent(), row.last(), row.confidence());
            }
        }
        for (Head head : heads) {
            head.gold().ifPresent(gold -> builder.addTruth(head.id(), gold));
            head.category().ifPresent(category -> builder.category(head.id(), category));
            if (head.options() > 0) {
                builder.options(head.id(), head.options());
            }
        }
        return builder.build();
    }
}
