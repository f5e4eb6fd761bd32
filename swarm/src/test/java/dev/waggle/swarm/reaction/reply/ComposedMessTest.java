package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonLine;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Clear replies with up to four kinds of mess at once, over seeds. */
class ComposedMessTest {

    private static final int CASES = 600;
    private static final double SAME = 0.97;

    private static final String[][] AROUND = {{"```json\n", "\n```"}, {"~~~\n", "\n~~~"}, {"Sure!\n\n", "\n\nDone."},
        {"<think>maybe {\"signals\": []} no</think>\n", ""}, {"**Reply:**\n", ""}, {"<answer>", "</answer>"},
        {"{\"response\": ", "}"}, {"{\"data\": {\"result\": ", "}}"}, {"reply(", ")"}, {"```\n", ""},
        {"<tool_call>{\"name\": \"reply\", \"arguments\": ", "}</tool_call>"}, {"\uFEFF", "\n<|im_end|>"},
        {"The rules say {x}, [1].\n", "\n[1] none"}, {"const answer = ", ";"}, {"draft {a</think>", ""}};

    private static final String[][] AGREE = {{"agree", "AGREE", "Agree.", "yes", "support", "同意", "I agree",
        "agree with reservations", "+1"}, {"disagree", "Disagree", "no", "oppose", "against", "反对", "do not agree"},
        {"abstain", "neutral", "Abstention", "no opinion"}};

    private static final String[] SURE = {"0.8", "\"0.8\"", "80", "\"80%\"", ".8", "\"8/10\"", "0.80", "\"0,8\""};

    private final ReplyScene scene = new ReplyScene();
    private Random random = new Random(0);

    /** One way of writing. */
    private enum Style {
        QUOTES, KEYS, COMMAS, NUMBERS, STANCES, NAMES, SHAPE, AROUND, COMMENTS, END, ESCAPES
    }

    @Test
    void messDoesNotChangeWhatIsSaid() {
        int same = 0;
        List<String> misses = new ArrayList<>();
        for (int seed = 0; seed < CASES; seed++) {
            random = new Random(seed);
            String plain = written(seed, List.of());
            String expected = ReplyScene.summary(scene.parser().read(plain));
            List<Style> styles = styles();
            String messy = written(seed, styles);
            ModelReply read = scene.parser().read(messy);
            String seen = ReplyScene.summary(read);
            if (seen.equals(expected)) {
                same++;
                continue;
            }
            misses.add(seed + " " + styles + ": " + seen + " of " + messy);
            assertThat(said(expected)).as(() -> misses.getLast()).containsAll(said(seen));
            assertThat(read.failed() || !read.faults().isEmpty()).as(() -> "lost in silence: " + misses.getLast())
                    .isTrue();
        }
        System.out.println("composed mess | " + same + " of " + CASES);

        assertThat((double) same / CASES).as(() -> String.join("\n", misses)).isGreaterThanOrEqualTo(SAME);
    }

    /** The votes in a summary. */
    private static List<String> said(String summary) {
        return Stream.of(summary.replaceAll("^\\[|\\].*$", "").split(", ")).filter(one -> one.matches("(P2|P4|own) .*"))
                .toList();
    }

    private List<Style> styles() {
        List<Style> styles = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            styles.add(Style.values()[random.nextInt(Style.values().length)]);
        }
        return styles;
    }

    private String written(int seed, List<Style> styles) {
        Random content = new Random(seed);
        List<String> items = new ArrayList<>();
        items.add(vote(ReplyScene.STAGES, "P2", content.nextInt(3), styles));
        if (content.nextBoolean()) {
            items.add(vote(ReplyScene.MACHINE, "P4", content.nextInt(3), styles));
        }
        if (content.nextBoolean()) {
            items.add(item(styles, field("type", "discovery"), "confidence", sure(styles),
                    field("content",
                            new String[] {"Lag is low", "It's stable: 3, 4 and 5", "See a/b, c"}[content.nextInt(
                                    3)])));
        }
        String comma = styles.contains(Style.COMMAS) ? new String[] {",", "\n", ",,", " "}[random.nextInt(4)] : ",";
        String list = "[" + String.join(comma, items) + (styles.contains(Style.COMMAS) ? "," : "") + "]";
        String reply = shaped(items, list, styles);
        return around(reply, styles);
    }

    private String shaped(List<String> items, String list, List<Style> styles) {
        String whole = "{" + key("signals", styles) + ":" + comment(styles) + list + "}";
        if (styles.contains(Style.SHAPE)) {
            whole = switch (random.nextInt(4)) {
                case 0 -> list;
                case 1 -> String.join("\n", items);
                case 2 -> styles.contains(Style.COMMENTS) ? whole : "{\"output\":" + JsonLine.quoted(whole) + "}";
                default -> "{\"result\":" + whole + "}";
            };
        }
        if (styles.contains(Style.ESCAPES) && !styles.contains(Style.COMMENTS)) {
            boolean isPage = !styles.contains(Style.AROUND) && !styles.contains(Style.QUOTES)
                    && !styles.contains(Style.SHAPE);
            whole = isPage && random.nextBoolean() ? whole.replace("\"", "&quot;") : JsonLine.quoted(whole);
        }
        if (styles.contains(Style.END) && whole.endsWith("]}")) {
            whole = whole.substring(0, whole.length() - 1 - random.nextInt(2));
        }
        return whole;
    }

    private String around(String reply, List<Style> styles) {
        String whole = reply;
        for (Style style : styles) {
            if (style == Style.AROUND) {
                String[] around = AROUND[random.nextInt(AROUND.length)];
                whole = around[0] + whole + around[1];
            }
        }
        return whole;
    }

    private String vote(String id, String name, int stance, List<Style> styles) {
        String[] words = AGREE[stance];
        String word = styles.contains(Style.STANCES) ? words[random.nextInt(words.length)] : words[0];
        String[] names = {id, name, "#" + name.substring(1), "proposal " + name.substring(1),
            id.toUpperCase(Locale.ROOT), name.toLowerCase(Locale.ROOT), id.replace('-', '_')};
        String proposal = styles.contains(Style.NAMES) ? names[random.nextInt(names.length)] : id;
        return item(styles, field("type", "vote"), "confidence", sure(styles), field("proposalId", proposal)
                + ',' + field("stance", word));
    }

    private static String field(String key, String value) {
        return "\"" + key + "\":" + JsonLine.quoted(value);
    }

    private String sure(List<Style> styles) {
        return styles.contains(Style.NUMBERS) ? SURE[random.nextInt(SURE.length)] : "0.8";
    }

    private String item(List<Style> styles, String type, String key, String number, String rest) {
        String item = "{" + type + "," + comment(styles) + "\"" + key + "\":" + number + "," + rest
                + (styles.contains(Style.COMMAS) ? "," : "") + "}";
        if (styles.contains(Style.KEYS)) {
            item = item
                    .replace("proposalId", new String[] {"proposal_id", "proposal-id", "ProposalID", "proposal"}[random
                            .nextInt(4)])
                    .replace("\"confidence\"", "\"Confidence \"").replace("\"type\"", "\"kind\"");
        }
        if (styles.contains(Style.QUOTES)) {
            item = switch (random.nextInt(4)) {
                case 0 -> item.contains("'") ? item : item.replace('"', '\'');
                case 1 -> item.replaceAll("\"([^\"]*)\"", "“$1”");
                case 2 -> item.replaceAll("\"(\\w+)\":", "$1: ");
                default -> item.replace('"', '`');
            };
        }
        return item;
    }

    private static String key(String name, List<Style> styles) {
        return styles.contains(Style.QUOTES) ? "'" + name + "'" : styles.contains(Style.KEYS) ? "\"Signals\""
                : "\"" + name + "\"";
    }

    private String comment(List<Style> styles) {
        return styles.contains(Style.COMMENTS) ? new String[] {" // mine\n", "/* it's mine */", " # mine\n"}[random
                .nextInt(3)] : "";
    }
}
