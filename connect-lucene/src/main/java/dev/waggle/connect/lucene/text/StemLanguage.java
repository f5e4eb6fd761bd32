package dev.waggle.connect.lucene.text;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

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
public enum StemLanguage {

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
    private static final int MAX_WORDS = 60;

    /** Letters of a text that are looked at. */
    private static final int MAX_LETTERS = 400;

    private final UnicodeScript script;
    private final Supplier<Analyzer> analyzers;
    private final Supplier<CharArraySet> functionWords;

    StemLanguage(UnicodeScript script, Supplier<Analyzer> analyzers, Supplier<CharArraySet> functionWords) {
        this.script = script;
        this.analyzers = analyzers;
        this.functionWords = functionWords;
    }

    Analyzer newAnalyzer() {
        return analyzers.get();
    }

    /** The language of a text; empty for scripts without stems. */
    static Optional<StemLanguage> of(String text) {
        String read = text.length() <= MAX_LETTERS ? text : text.substring(0, MAX_LETTERS);
        UnicodeScript script = scriptOf(read);
        if (script != UnicodeScript.LATIN) {
            for (StemLanguage language : values()) {
                if (language.script == script) {
                    return Optional.of(language);
                }
            }
            return Optional.empty();
        }
        return Optional.of(ofLatin(read.toLowerCase(Locale.ROOT)));
    }

    /** True for a word that only holds sentences of this language together. */
    boolean isFunctionWord(String word) {
        return functionWords.get().contains(word);
    }

    private static StemLanguage ofLatin(String text) {
        Map<StemLanguage, Integer> counts = new EnumMap<>(StemLanguage.class);
        int words = 0;
        for (int begin = 0; begin < text.length() && words < MAX_WORDS; words++) {
            int end = begin;
            while (end < text.length() && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '\'')) {
                end++;
            }
            for (StemLanguage language : FunctionWords.LATIN.getOrDefault(text.substring(begin, end), List.of())) {
                counts.merge(language, 1, Integer::sum);
            }
            begin = end + 1;
        }
        StemLanguage best = ENGLISH;
        for (Map.Entry<StemLanguage, Integer> count : counts.entrySet()) {
            best = count.getValue() > counts.getOrDefault(best, 0) ? count.getKey() : best;
        }
        return best;
    }

    /** Languages of Latin script in which a word is a function word, made when a text is first read. */
    private static final class FunctionWords {

        static final Map<String, List<StemLanguage>> LATIN = new HashMap<>();

        static {
            for (StemLanguage language : values()) {
                if (language.script == UnicodeScript.LATIN) {
                    for (Object word : language.functionWords.get()) {
                        LATIN.computeIfAbsent(new String((char[]) word), _ -> new ArrayList<>()).add(language);
                    }
                }
            }
        }

        private FunctionWords() {}
    }

    /** Most texts have few other letters, and their tables are slow. */
    private static boolean isAsciiLetter(int letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    }

    /** The script of most letters. */
    private static UnicodeScript scriptOf(String text) {
        Map<UnicodeScript, Integer> counts = new EnumMap<>(UnicodeScript.class);
        int latin = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int letter = text.codePointAt(i);
            if (isAsciiLetter(letter)) {
                latin++;
            } else if (Character.isLetter(letter)) {
                counts.merge(UnicodeScript.of(letter), 1, Integer::sum);
            }
        }
        counts.merge(UnicodeScript.LATIN, latin, Integer::sum);
        UnicodeScript most = UnicodeScript.COMMON;
        for (Map.Entry<UnicodeScript, Integer> count : counts.entrySet()) {
            most = count.getValue() > counts.getOrDefault(most, 0) ? count.getKey() : most;
        }
        return most;
    }
}
