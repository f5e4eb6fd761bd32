package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

import dev.waggle.connect.lucene.text.TextWords;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;

/**
 * Query for the words and the stems of a text. The relevance of a memory is its BM25 score (Robertson and Zaragoza 2009) as a
 * share of that of a memory of average length that has every word once, 0..1.
 *
 * @param query the query; it finds nothing if no word is in the index
 * @param best the score of such a memory
 */
record WordQuery(Query query, double best) {

    /** The parameters of BM25: saturation of repeated words, and weight of the length of a text. */
    private static final float K1 = 1.2f;
    private static final float B = 0.75f;

    /** Rarest words of a query that count; more would cost time and change nothing. */
    private static final int MAX_TERMS = 96;

    /** Word with its rarity (inverse document frequency, Spärck Jones 1972, as in BM25). */
    private record RareTerm(Term term, double rarity, TermStates states) {

        static RareTerm of(Term term, IndexSearcher searcher) throws IOException {
            TermStates states = TermStates.build(searcher, term, true);
            return new RareTerm(term, rarityOf(states.docFreq(), searcher.getIndexReader().getDocCount(term.field())),
                    states);
        }
    }

    /** Memories that rarity assumes at least; in few memories every word is common, and a new one looks rare. */
    private static final long LEAST_DOCUMENTS = 1_000;

    static BM25Similarity similarity() {
        return new BM25Similarity(K1, B) {
            @Override
            protected float idf(long frequency, long documents) {
                return (float) rarityOf(frequency, documents);
            }
        };
    }

    private static double rarityOf(long frequency, long documents) {
        long all = Math.max(LEAST_DOCUMENTS, Math.max(frequency, documents));
        return StrictMath.log(1 + (all - frequency + 0.5) / (frequency + 0.5));
    }

    static WordQuery of(String text, IndexSearcher searcher, TextWords words) throws IOException {
        List<RareTerm> terms = new ArrayList<>();
        for (String word : new LinkedHashSet<>(words.words(text))) {
            terms.add(RareTerm.of(new Term(MemoryDocument.WORDS, word), searcher));
        }
        for (String stem : new LinkedHashSet<>(words.stems(text))) {
            terms.add(RareTerm.of(new Term(MemoryDocument.STEMS, stem), searcher));
        }
        terms.sort(Comparator.comparingDouble(RareTerm::rarity).reversed().thenComparing(RareTerm::term));
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        double rarities = 0;
        for (RareTerm term : terms.subList(0, Math.min(MAX_TERMS, terms.size()))) {
            rarities += term.rarity();
            if (term.states().docFreq() > 0) {
                any.add(new TermQuery(term.term(), term.states()), Occur.SHOULD);
            }
        }
        return new WordQuery(any.build(), rarities / (1 + K1));
    }

    /** Relevance of a memory of that score, 0..1. */
    double relevance(float score) {
        return best <= 0 ? 0 : Math.min(1, score / best);
    }
}
