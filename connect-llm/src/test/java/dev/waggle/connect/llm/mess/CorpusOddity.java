package dev.waggle.connect.llm.mess;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

import dev.waggle.connect.llm.mess.ReplyCorpus.ReplyCase;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.OddReplies;

/**
 * Replies of the corpus in another solve: the proposals and refs of their scene are replaced by those that the prompt
 * shows, in order. Before there is a proposal the reply stays as it is, so its votes name none.
 */
final class CorpusOddity implements OddReplies.Oddity {

    /** A line of a signal in a prompt. */
    private static final Pattern LINE = Pattern.compile("(?m)^\\{\"ref\":.*\\}$");
    /** Longest reply that is tried; bounds on longer ones are tested elsewhere. */
    private static final int LONGEST = 20_000;

    private final ReplyCorpus corpus;
    private final List<ReplyCase> cases;

    CorpusOddity(ReplyCorpus corpus) {
        this.corpus = corpus;
        cases = corpus.cases().stream().filter(one -> one.reply().length() <= LONGEST).toList();
    }

    @Override
    public FakeAnswer apply(FakeRequest request, FakeAnswer.Says reply, RandomGenerator random) {
        ReplyCase one = cases.get(random.nextInt(cases.size()));
        List<Map<String, JsonValue>> proposals = LINE.matcher(request.allText()).results()
                .map(line -> ReplyCorpus.fields(JsonText.read(line.group())))
                .filter(line -> !ReplyCorpus.text(line, "proposalId").isEmpty()
                        && ReplyCorpus.text(line, "type").matches("proposal|"))
                .distinct().toList();
        return reply.inPieces(adapted(one, proposals)).finishing(one.finish());
    }

    private String adapted(ReplyCase one, List<Map<String, JsonValue>> proposals) {
        String text = one.reply();
        if (proposals.isEmpty()) {
            return text;
        }
        List<Map<String, JsonValue>> own = new ArrayList<>();
        for (JsonValue item : ReplyCorpus.items(corpus.scene(one))) {
            Map<String, JsonValue> line = ReplyCorpus.fields(item);
            if (!ReplyCorpus.text(line, "proposalId").isEmpty()) {
                own.add(line);
            }
        }
        for (int i = 0; i < own.size(); i++) {
            Map<String, JsonValue> there = proposals.get(i % proposals.size());
            for (String name : List.of("proposalId", "content", "ref")) {
                String known = ReplyCorpus.text(own.get(i), name);
                String shown = ReplyCorpus.text(there, name);
                if (!shown.isEmpty()) {
                    text = text.replace(known, "\u0000" + i + name.charAt(0)).replace("\u0000" + i + name.charAt(0),
                            shown.replace("\"", "'"));
                }
            }
        }
        return text;
    }
}
