package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.connect.lucene.text.TextWords;
import dev.waggle.connect.lucene.vector.VectorHit;
import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.MemoryStats;
import dev.waggle.swarm.memory.StoredMemory;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;

/** Look-ups in one snapshot of an index. */
final class MemorySearch {

    /** Candidates that are weighed first; more when the weights could still change the result. */
    private static final int FIRST_CANDIDATES = 64;

    /** The most candidates that are weighed. */
    private static final int MAX_CANDIDATES = 16_384;

    private static final Sort BY_AGE = new Sort(new SortField(MemoryDocument.NUMBER, SortField.Type.LONG));

    /** The relevance of long texts is often 1, and then their BM25 scores tell them apart. */
    private static final Comparator<Candidate> BEST_FIRST = Comparator.comparingDouble(Candidate::score).reversed()
            .thenComparing(Comparator.comparingDouble(Candidate::match).reversed())
            .thenComparing(Comparator.comparingLong(Candidate::number).reversed());

    private final IndexSearcher searcher;
    private final long tick;
    private final MemoryRules rules;

    MemorySearch(IndexSnapshot snapshot, MemoryRules rules) {
        this.rules = rules;
        searcher = snapshot.searcher();
        searcher.setSimilarity(WordQuery.similarity());
        tick = snapshot.position().tick();
    }

    /**
     * Memory that a query found.
     *
     * @param match how well it fits, without a bound
     * @param relevance the same, 0..1
     * @param score relevance times weight
     */
    private record Candidate(int doc, long number, double match, double relevance, double score) {}

    /**
     * Memories by relevance times weight. The memories of the highest relevance are weighed until no other one can be among
     * the best, because a weight is at most 1 (threshold algorithm, Fagin, Lotem and Naor 2001).
     */
    List<FoundMemory> byWords(String text, int atMost, MemoryFilter filter, TextWords words) throws IOException {
        WordQuery asked = WordQuery.of(text, searcher, words);
        int documents = searcher.getIndexReader().maxDoc();
        if (atMost <= 0 || documents == 0) {
            return List.of();
        }
        Query query = filtered(asked.query(), filter);
        for (int count = Math.max(FIRST_CANDIDATES, 2 * atMost);; count *= 4) {
            TopDocs hits = searcher.search(query,
                    new TopScoreDocCollectorManager(Math.min(count, documents), null, 1));
            List<Candidate> best = weighed(hits.scoreDocs, asked);
            boolean isAll = hits.scoreDocs.length < count || count >= MAX_CANDIDATES;
            if (isAll || (best.size() >= atMost && best.get(atMost - 1).score() >= asked
                    .relevance(hits.scoreDocs[hits.scoreDocs.length - 1].score))) {
                return read(best, atMost, filter);
            }
        }
    }

    /**
     * Memories by words and by meaning: reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) times weight.
     *
     * @param near memories of a near meaning, the nearest first
     */
    List<FoundMemory> fused(String text, int atMost, MemoryFilter filter, TextWords words, List<VectorHit> near)
            throws IOException {
        if (near.isEmpty() || atMost <= 0) {
            return byWords(text, atMost, filter, words);
        }
        WordQuery asked = WordQuery.of(text, searcher, words);
        RankFusion fusion = new RankFusion();
        ScoreDoc[] hits = searcher.search(filtered(asked.query(), filter), RankFusion.RANKS).scoreDocs;
        for (int rank = 0; rank < hits.length; rank++) {
            fusion.add(hits[rank].doc, rank, asked.relevance(hits[rank].score));
        }
        int rank = 0;
        for (VectorHit hit : near) {
            int doc = document(hit.id());
            if (doc >= 0) {
                fusion.add(doc, rank++, Math.clamp(hit.similarity(), 0, 1));
            }
        }
        MemoryWeights weights = new MemoryWeights(searcher.getIndexReader().leaves(), rules, tick);
        List<Candidate> candidates = new ArrayList<>();
        for (RankFusion.Fused fused : fusion.all()) {
            candidates.add(new Candidate(fused.doc(), weights.number(fused.doc()), fused.score(),
                    fused.relevance(), fused.score() * weights.weight(fused.doc())));
        }
        candidates.sort(BEST_FIRST);
        return read(candidates, atMost, filter);
    }

    private int document(String id) throws IOException {
        TopDocs hits = searcher.search(new TermQuery(MemoryDocument.id(id)), 1);
        return hits.scoreDocs.length == 0 ? -1 : hits.scoreDocs[0].doc;
    }

    /** Ids of all memories. */
    Set<String> ids() throws IOException {
        return new ReaderLookup(searcher.getIndexReader()).ids();
    }

    private List<Candidate> weighed(ScoreDoc[] hits, WordQuery asked) throws IOException {
        MemoryWeights weights = new MemoryWeights(searcher.getIndexReader().leaves(), rules, tick);
        List<Candidate> candidates = new ArrayList<>();
        for (ScoreDoc hit : hits) {
            double relevance = asked.relevance(hit.score);
            candidates.add(new Candidate(hit.doc, weights.number(hit.doc), hit.score, relevance,
                    relevance * weights.weight(hit.doc)));
        }
        candidates.sort(BEST_FIRST);
        return candidates;
    }

    private List<FoundMemory> read(List<Candidate> best, int atMost, MemoryFilter filter) throws IOException {
        StoredFields fields = searcher.storedFields();
        List<FoundMemory> found = new ArrayList<>();
        for (Candidate candidate : best) {
            if (found.size() == atMost) {
                break;
            }
            StoredMemory memory = MemoryDocument.read(fields, candidate.doc()).stored(tick, rules);
            if (filter.accepts(memory)) {
                found.add(new FoundMemory(memory, candidate.relevance()));
            }
        }
        return found;
    }

    private static Query filtered(Query query, MemoryFilter filter) {
        return MemoryDocument.query(filter).map(chosen -> (Query) new BooleanQuery.Builder().add(query, Occur.MUST)
                .add(chosen, Occur.FILTER).build()).orElse(query);
    }

    /** The memory of that id. */
    Optional<IndexedMemory> find(String id) throws IOException {
        int doc = document(id);
        return doc < 0 ? Optional.empty() : Optional.of(MemoryDocument.read(searcher.storedFields(), doc));
    }

    /** The memory of that id, as it is now. */
    Optional<StoredMemory> stored(String id) throws IOException {
        return find(id).map(memory -> memory.stored(tick, rules));
    }

    /** Memories behind the entry of that number, the oldest first. */
    List<StoredMemory> list(MemoryFilter filter, long after, int atMost) throws IOException {
        return indexed(filter, after, atMost).stream().map(memory -> memory.stored(tick, rules))
                .filter(filter::accepts).toList();
    }

    /** The same, as the index has them. */
    List<IndexedMemory> indexed(MemoryFilter filter, long after, int atMost) throws IOException {
        BooleanQuery.Builder chosen = new BooleanQuery.Builder().add(MemoryDocument.numberedAfter(after), Occur.FILTER);
        MemoryDocument.query(filter).ifPresent(query -> chosen.add(query, Occur.FILTER));
        List<IndexedMemory> listed = new ArrayList<>();
        StoredFields fields = searcher.storedFields();
        for (ScoreDoc hit : searcher.search(chosen.build(), atMost, BY_AGE).scoreDocs) {
            listed.add(MemoryDocument.read(fields, hit.doc));
        }
        return listed;
    }

    /** Number of memories. */
    int count() {
        return searcher.getIndexReader().numDocs();
    }

    /** Ids of so many of the weakest memories, the oldest of equals first. */
    List<String> weakest(int count) throws IOException {
        MemoryWeights weights = new MemoryWeights(searcher.getIndexReader().leaves(), rules, tick);
        List<Candidate> all = new ArrayList<>();
        for (ScoreDoc hit : searcher.search(MatchAllDocsQuery.INSTANCE, Math.max(1, count())).scoreDocs) {
            all.add(new Candidate(hit.doc, weights.number(hit.doc), 0, 0, weights.strength(hit.doc)));
        }
        all.sort(Comparator.comparingDouble(Candidate::score).thenComparingLong(Candidate::number));
        List<String> ids = new ArrayList<>();
        StoredFields fields = searcher.storedFields();
        for (Candidate weak : all.subList(0, Math.min(count, all.size()))) {
            ids.add(MemoryDocument.read(fields, weak.doc()).id());
        }
        return ids;
    }

    /** Figures of all memories. */
    MemoryStats stats() throws IOException {
        return new MemoryStatsCounter(searcher.getIndexReader().leaves(), rules, tick).stats();
    }
}
