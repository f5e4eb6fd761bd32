package dev.waggle.connect.lucene.text;

import java.lang.Character.UnicodeScript;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/**
 * Languages whose words are reduced to stems. The language of a text is that of its script, and of the most function words
 * for Latin script; English if there are none.
 */
public enum TextLanguage {

    ENGLISH(UnicodeScript.LATIN, EnglishAnalyzer::new, EnglishAnalyzer::getDefaultStopSet),
    GERMAN(UnicodeScript.LATIN, GermanAnalyzer::new, GermanAnalyzer::getDefaultStopSet),
    FRENCH(UnicodeScript.LATIN, FrenchAnalyzer::new, FrenchAnalyzer::getDefaultStopSet),
    SPANISH(UnicodeScript.LATIN, SpanishAnalyzer::new, SpanishAnalyzer::getDefaultStopSet),
    PORTUGUESE(UnicodeScript.LATIN, PortugueseAnalyzer::new, PortugueseAnalyzer::getDefaultStopSet),
    ITALIAN(UnicodeScript.LATIN, ItalianAnalyzer::new, ItalianAnalyzer::getDefaultStopSet),
    DUTCH(UnicodeScript.LATIN, DutchAnalyzer::new, DutchAnalyzer::getDefaultStopSet),
    SWEDISH(UnicodeScript.LATIN, SwedishAnalyzer::new, SwedishAnalyzer::getDefaultStopSet),
    NORWEGIAN(UnicodeScript.LATIN, NorwegianAnalyzer::new, NorwegianAnalyzer::getDefaultStopSet),
    DANISH(UnicodeScript.LATIN, DanishAnalyzer::new, DanishAnalyzer::getDefaultStopSet),
    FINNISH(UnicodeScript.LATIN, FinnishAnalyzer::new, FinnishAnalyzer::getDefaultStopSet),
    TURKISH(UnicodeScript.LATIN, TurkishAnalyzer::new, TurkishAnalyzer::getDefaultStopSet),
    RUSSIAN(UnicodeScript.CYRILLIC, RussianAnalyzer::new, RussianAnalyzer::getDefaultStopSet),
    GREEK(UnicodeScript.GREEK, GreekAnalyzer::new, GreekAnalyzer::getDefaultStopSet),
    ARABIC(UnicodeScript.ARABIC, ArabicAnalyzer::new, ArabicAnalyzer::getDefaultStopSet),
    HINDI(UnicodeScript.DEVANAGARI, HindiAnalyzer::new, HindiAnalyzer::getDefaultStopSet),
    THAI(UnicodeScript.THAI, ThaiAnalyzer::new, ThaiAnalyzer::getDefaultStopSet);

    /** Words of a text that are looked at. */
    private static final int MAX_WORDS = 200;

    /** Letters of a text that are looked at. */
    private static final int MAX_LETTERS = 4_000;

    private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{M}']+");

    private final UnicodeScript script;
    private final Supplier<Analyzer> analyzers;
    private final Supplier<CharArraySet> functionWords;

    TextLanguage(UnicodeScript script, Supplier<Analyzer> analyzers, Supplier<CharArraySet> functionWords) {
        this.script = script;
        this.analyzers = analyzers;
        this.functionWords = functionWords;
    }

    Analyzer newAnalyzer() {
        return analyzers.get();
    }

    /** The language of a text; empty for scripts without stems. */
    static Optional<TextLanguage> of(String text) {
        String read = text.length() <= MAX_LETTERS ? text : text.substring(0, MAX_LETTERS);
        UnicodeScript script = scriptOf(read);
        if (script != UnicodeScript.LATIN) {
            for (TextLanguage language : values()) {
                if (language.script == script) {
                    return Optional.of(language);
                }
            }
            return Optional.empty();
        }
        return Optional.of(ofLatin(read.toLowerCase(Locale.ROOT)));
    }

    private static TextLanguage ofLatin(String text) {
        Map<TextLanguage, Integer> counts = new EnumMap<>(TextLanguage.class);
        SEPARATOR.splitAsStream(text).limit(MAX_WORDS).forEach(word -> {
            for (TextLanguage language : values()) {
                if (language.script == UnicodeScript.LATIN && language.functionWords.get().contains(word)) {
                    counts.merge(language, 1, Integer::sum);
                }
            }
        });
        TextLanguage best = ENGLISH;
        for (Map.Entry<TextLanguage, Integer> count : counts.entrySet()) {
            if (count.getValue() > counts.getOrDefault(best, 0)) {
                best = count.getKey();
            }
        }
        return best;
    }

    /** The script of most letters. */
    private static UnicodeScript scriptOf(String text) {
        Map<UnicodeScript, Integer> counts = new EnumMap<>(UnicodeScript.class);
        text.codePoints().filter(Character::isLetter)
                .forEach(letter -> counts.merge(UnicodeScript.of(letter), 1, Integer::sum));
        UnicodeScript most = UnicodeScript.COMMON;
        for (Map.Entry<UnicodeScript, Integer> count : counts.entrySet()) {
            if (count.getValue() > counts.getOrDefault(most, 0)) {
                most = count.getKey();
            }
        }
        return most;
    }
}
