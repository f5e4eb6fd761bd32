package dev.waggle.swarm.equivalence;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plain text of an answer: Unicode compatibility form without Markdown, labels and the frame of a bare answer. Items of
 * a list become clauses, those of a numbered one steps. Powers and fractions stay what they are. Linear in the text.
 */
final class TextLayout {

    private static final Pattern POWER = Pattern.compile("[\u00B2\u00B3\u00B9\u2070-\u208E]+");
    private static final Pattern FRACTION = Pattern.compile("[\u00BC-\u00BE\u2150-\u215E]");
    private static final Pattern INVISIBLE = Pattern.compile("[\u00AD\u200B\u2060\uFEFF]");
    private static final Pattern LINE_END = Pattern.compile("\\R");
    private static final Pattern HEADING = Pattern.compile("^\\s{0,9}#{1,6}\\s+");
    private static final Pattern BULLET = Pattern.compile("^\\s{0,9}[-*+\u2022]\\s+(?!\\d+\\s*$)");
    private static final Pattern STEP = Pattern.compile("^\\s{0,9}(\\d{1,2})[.)]\\s+");
    private static final Pattern SECOND_STEP = Pattern.compile("(?m)^\\s{0,9}2[.)]\\s");
    private static final Pattern ITEM_END = Pattern.compile("[.;,\\s]{1,9}$");
    private static final Pattern IDEOGRAPH_SPACE = Pattern
            .compile(
                    "(?<=[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]) | (?=[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}])");
    private static final String LABELS = "proposal|answer|option|alternative|recommendation|suggestion|plan|decision"
            + "|conclusion|solution|verdict|choice|result|approach|idea|antwort|vorschlag|empfehlung|ergebnis|lösung|respuesta"
            + "|propuesta|solución|réponse|proposition|recommandation|risposta|proposta|resposta";
    private static final String KINDS = "(?:(?:final|proposed|short|best|correct|right|recommended|preferred) )*";
    private static final Pattern LABEL = Pattern
            .compile("^(?:(?:my|our|the|mein|meine|unser|mi|ma) )?" + KINDS + "(?:" + LABELS
                    + ")(?: ?(?:[a-z]|[a-z]?\\d{1,2}))? ?(?::|\u2013 |\u2014 |- )\\s*(?=\\S)");
    private static final Pattern LABEL_LINE = Pattern.compile("(?:(?:my|our|the) )?" + KINDS + "(?:" + LABELS
            + ")(?: ?(?:[a-z]|\\d{1,2}))?:?");
    private static final Pattern IDEOGRAPH_LABEL = Pattern.compile("^(?:(?:最终)?(?:答案|提案|建议|方案|回答|答え)[:是为は]"
            + "|(?:我们?(?:提议|建议|认为))?(?:我们)?(?:应该|应当|需要)|我们?(?:提议|建议)|建议)(?=.)");
    private static final Pattern BARE = Pattern.compile("^(?:(?:so|therefore|thus|hence),? )?(?:"
            + "(?:(?:the|my|our) )?" + KINDS + "(?:answer|result|value|solution|option|choice)(?: is| =|'s| would be)"
            + "|die (?:richtige )?(?:antwort|lösung) (?:ist|lautet)|das ergebnis (?:ist|lautet)"
            + "|la (?:respuesta|solución)(?: correcta)? es|la (?:bonne )?(?:réponse|solution) est"
            + "|la risposta(?: corretta)? è|a resposta(?: correta)? é):? (?!to )(?=\\S)");
    private static final Pattern CHOICE = Pattern
            .compile("(?:i(?:'d| would| will)? (?:choose|pick|select|vote for|prefer"
                    + "|support|go (?:with|for)|opt for|say) |(?:choose|pick|select|go with|go for) |vote: |it(?:'s| is) )?"
                    + "(?:(?:the )?(?:option|answer|alternative|choice|variant) )?\\(?([a-z]|\\d{1,2})[).]?[.!]?");
    private static final Pattern PROPOSAL = Pattern.compile("(?:proposal (?:#|p)?|#|p)(\\d{1,9})[.!]?");
    private static final Pattern YES = Pattern
            .compile("(yes)(?:[,.!]? (?:i agree|we should|it is|it does|that is correct"
                    + "|definitely|absolutely|certainly|indeed|correct|of course))?[.!]?");
    private static final Pattern NO = Pattern.compile("(no)(?:[,.!]? (?:i disagree|we should not|we shouldn't|it is not"
            + "|it isn't|it does not|it doesn't|definitely not|absolutely not|certainly not|of course not))?[.!]?");
    private static final Pattern ASSIGNMENT = Pattern.compile("(?<=[\\p{L}\\d_]) ?= ?(?=[-\\p{L}\\d])");
    private static final Pattern DECIMAL = Pattern.compile("([+-]?\\d{1,15}\\.\\d{0,8}?)0{1,9}[.!]?");

    /** Longest text that may be a bare answer. */
    private static final int MAX_ANSWER = 200;

    private TextLayout() {}

    /** The plain text; it may be blank. */
    static String plain(String text) {
        String marked = POWER.matcher(text).replaceAll(power -> "^" + power.group());
        marked = INVISIBLE.matcher(FRACTION.matcher(marked).replaceAll(" $0")).replaceAll("");
        String normal = Normalizer.normalize(marked, Normalizer.Form.NFKC).replace('\u2019', '\'')
                .replace('\u2018', '\'')
                .replace('\u2010', '-').replace('\u2011', '-').replace('\u2212', '-').replace('\u2044', '/');
        String plain = IDEOGRAPH_SPACE.matcher(lines(normal)).replaceAll("").strip();
        plain = withoutLabel(plain.replace("**", ""));
        return plain.length() <= MAX_ANSWER ? answer(plain) : plain;
    }

    private static String lines(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        boolean wasBullet = false;
        boolean wasStep = false;
        boolean hasSteps = SECOND_STEP.matcher(text).find(); // "2. May" alone is a date.
        int steps = 0;
        for (String line : LINE_END.split(text, -1)) {
            boolean isHeading = HEADING.matcher(line).find();
            boolean isBullet = BULLET.matcher(line).find();
            Matcher step = STEP.matcher(line);
            boolean isStep = hasSteps && step.find() && Integer.parseInt(step.group(1)) == steps + 1;
            steps += isStep ? 1 : 0;
            if (line.isBlank()) {
                end(plain);
            } else if (isBullet || isStep) {
                String item = (isBullet ? BULLET : STEP).matcher(line).replaceFirst("");
                plain.append(isBullet && wasBullet ? ", and " : isStep && wasStep ? ", then " : "");
                if (!wasBullet && !wasStep) {
                    end(plain);
                }
                plain.append(ITEM_END.matcher(item).replaceFirst(""));
            } else if (isHeading) {
                String heading = HEADING.matcher(line).replaceFirst("").strip();
                if (!LABEL_LINE.matcher(heading.replace("*", "").toLowerCase(Locale.ROOT)).matches()) {
                    end(plain);
                    plain.append(heading);
                    end(plain);
                }
            } else if (!LABEL_LINE.matcher(line.replace("*", "").strip().toLowerCase(Locale.ROOT)).matches()
                    || text.strip().equals(line.strip())) {
                if (wasBullet || wasStep) {
                    end(plain);
                }
                plain.append(plain.isEmpty() ? "" : " ").append(line);
            }
            wasBullet = isBullet;
            wasStep = isStep;
        }
        return plain.toString();
    }

    /** Ends the sentence, so that a heading or a paragraph does not run into the next one. */
    private static void end(StringBuilder plain) {
        int last = plain.length() - 1;
        while (last >= 0 && Character.isWhitespace(plain.charAt(last))) {
            last--;
        }
        if (last >= 0) {
            plain.append(".:!?;。".indexOf(plain.charAt(last)) >= 0 ? " " : ". ");
        }
    }

    /** Without the label before a proposal, such as "Option B:"; at most two of them. */
    private static String withoutLabel(String text) {
        String rest = text;
        for (int i = 0; i < 2; i++) {
            String head = rest.substring(0, Math.min(MAX_ANSWER, rest.length()));
            Matcher label = LABEL.matcher(head.toLowerCase(Locale.ROOT));
            Matcher ideographs = IDEOGRAPH_LABEL.matcher(head);
            int end = label.find() ? label.end() : ideographs.find() ? ideographs.end() : 0;
            rest = end < rest.length() ? rest.substring(end).strip() : rest;
        }
        return rest;
    }

    /** A bare answer, such as a letter, a number or yes, without its frame. */
    private static String answer(String text) {
        String folded = text.toLowerCase(Locale.ROOT);
        Matcher bare = BARE.matcher(folded);
        String rest = bare.find() && folded.length() == text.length() ? text.substring(bare.end()) : text;
        rest = ASSIGNMENT.matcher(rest).replaceAll(" = ");
        String answer = rest.toLowerCase(Locale.ROOT).strip();
        for (Pattern form : new Pattern[] {CHOICE, PROPOSAL, YES, NO, DECIMAL}) {
            Matcher matcher = form.matcher(answer);
            if (matcher.matches()) {
                String found = matcher.group(1);
                return form == PROPOSAL ? "P" + found
                        : found.endsWith(".") ? found.substring(0, found.length() - 1) : found;
            }
        }
        return rest;
    }
}
