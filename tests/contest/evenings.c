/* evenings SEED TRIES ROUNDS SIZE... [< EVENING]: prints the best evening found for tables of these sizes. It starts by
   lot, or from an evening on its standard input, which it can only improve. evenings.py calls it.

   Simulated annealing, as in scorer/contest/search.py: two contestants of a round change tables if that costs nothing,
   or by chance if it costs a little. It prints the repeats, the sum of k (k - 1) / 2 over all couples who meet k times;
   then how often couples meet again who have met twice; then the same sum over all contestants who are k times at a
   table that is not of the first size; then the tables. An evening is better if the first of these numbers is lower, or
   else the second, or else the third. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTESTANTS = 62, TABLES = 20, ROUNDS = 9, SIZE = 5, STEPS = 4000000, MOST_STEPS = 64000000, BLOCK = 4096 };

static const char NAMES[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
static const double AGAIN = 0.15, UNEVEN = 0.05; /* what the second and the third number weigh while it searches */
static const double HOT = 0.45, WARM = 0.24, COLDEST = 0.12, COLD = 0.20;

typedef struct { long repeats, again, uneven; } Cost;

static int contestants, tables, rounds, size[TABLES];
static int seated[ROUNDS][TABLES][SIZE], table_of[ROUNDS][CONTESTANTS], place_of[ROUNDS][CONTESTANTS];
static int met[CONTESTANTS][CONTESTANTS], elsewhere[CONTESTANTS];
static int best[ROUNDS][TABLES][SIZE];
static Cost cost, least;
static uint64_t state;

static uint64_t chance(void) { /* splitmix64 */
    uint64_t mixed = state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

static int below(int limit) { return (int)((chance() >> 32) * (uint64_t)limit >> 32); }

static double fraction(void) { return (double)(chance() >> 11) * 0x1p-53; }

static int better(Cost one, Cost other) {
    if (one.repeats != other.repeats) return one.repeats < other.repeats;
    if (one.again != other.again) return one.again < other.again;
    return one.uneven < other.uneven;
}

static Cost total(void) {
    Cost sum = {0, 0, 0};
    for (int one = 0; one < contestants; one++) {
        for (int other = 0; other < one; other++) {
            int times = met[one][other];
            sum.repeats += times * (times - 1) / 2;
            sum.again += times > 2 ? times - 2 : 0;
        }
        sum.uneven += elsewhere[one] * (elsewhere[one] - 1) / 2;
    }
    return sum;
}

static void meet(int one, int other, int times) {
    met[one][other] += times;
    met[other][one] += times;
}

static void shuffle(int lot[]) {
    for (int one = 0; one < contestants; one++) lot[one] = one;
    for (int last = contestants - 1; last > 0; last--) {
        int other = below(last + 1), kept = lot[last];
        lot[last] = lot[other];
        lot[other] = kept;
    }
}

static void seat(int round, const int order[]) {
    for (int table = 0; table < tables; table++) {
        for (int place = 0; place < size[table]; place++) {
            int one = *order++;
            for (int other = 0; other < place; other++) meet(one, seated[round][table][other], 1);
            seated[round][table][place] = one;
            table_of[round][one] = table;
            place_of[round][one] = place;
            elsewhere[one] += size[table] != size[0];
        }
    }
}

static void seat_all(int orders[][CONTESTANTS]) {
    memset(met, 0, sizeof met);
    memset(elsewhere, 0, sizeof elsewhere);
    for (int round = 0; round < rounds; round++) seat(round, orders[round]);
    cost = total();
}

/* Reads the order of the contestants in each round. Returns 0 if there is none to read. */
static int read_start(int orders[][CONTESTANTS]) {
    for (int round = 0; round < rounds; round++) {
        for (int seen = 0; seen < contestants;) {
            int sign = getchar();
            if (sign == EOF) return 0;
            const char *name = sign ? strchr(NAMES, sign) : NULL;
            if (name) orders[round][seen++] = (int)(name - NAMES);
        }
    }
    return 1;
}

/* What it costs that `goes` leaves a table, where `comes` takes the place. */
static void add_cost_at(const int *table, int count, int goes, int comes, Cost *change) {
    for (int place = 0; place < count; place++) {
        int each = table[place];
        if (each == goes) continue;
        change->repeats += met[comes][each] - met[goes][each] + 1;
        change->again += (met[comes][each] >= 2) - (met[goes][each] >= 3);
    }
}

static void replace(int round, int table, int goes, int comes, int place) {
    for (int each = 0; each < size[table]; each++) {
        if (each == place) continue;
        meet(goes, seated[round][table][each], -1);
        meet(comes, seated[round][table][each], 1);
    }
    seated[round][table][place] = comes;
    table_of[round][comes] = table;
    place_of[round][comes] = place;
}

static void step(double heat) {
    int round = below(rounds), one = below(contestants), other = below(contestants);
    int here = table_of[round][one], there = table_of[round][other];
    if (here == there) return;
    Cost change = {0, 0, 0};
    add_cost_at(seated[round][here], size[here], one, other, &change);
    add_cost_at(seated[round][there], size[there], other, one, &change);
    int moved = (size[there] != size[0]) - (size[here] != size[0]);
    if (moved > 0) change.uneven = elsewhere[one] - elsewhere[other] + 1;
    if (moved < 0) change.uneven = elsewhere[other] - elsewhere[one] + 1;
    double price = (double)change.repeats + AGAIN * (double)change.again + UNEVEN * (double)change.uneven;
    if (price > 0 && fraction() >= exp(-price / heat)) return;
    int place = place_of[round][one], other_place = place_of[round][other];
    replace(round, here, one, other, place);
    replace(round, there, other, one, other_place);
    elsewhere[one] += moved;
    elsewhere[other] -= moved;
    cost.repeats += change.repeats;
    cost.again += change.again;
    cost.uneven += change.uneven;
    if (better(cost, least)) {
        least = cost;
        memcpy(best, seated, sizeof best);
    }
}

static void print(void) {
    printf("%ld %ld %ld", least.repeats, least.again, least.uneven);
    for (int round = 0; round < rounds; round++) {
        for (int table = 0; table < tables; table++) {
            putchar(table ? '/' : ' ');
            for (int place = 0; place < size[table]; place++) putchar(NAMES[best[round][table][place]]);
        }
    }
    putchar('\n');
}

int main(int count, char **words) {
    int orders[ROUNDS][CONTESTANTS];
    state = strtoull(words[1], NULL, 10);
    int tries = atoi(words[2]);
    rounds = atoi(words[3]);
    tables = count - 4;
    for (int table = 0; table < tables; table++) contestants += size[table] = atoi(words[4 + table]);
    int started = read_start(orders);
    long steps = STEPS;
    for (int try = 0; !try || (try < tries && (least.repeats || least.again || least.uneven)); try++) {
        for (int round = 0; !started && round < rounds; round++) shuffle(orders[round]);
        seat_all(orders);
        if (!try) {
            least = cost;
            memcpy(best, seated, sizeof best);
        }
        double cold = COLDEST + (COLD - COLDEST) * fraction(), hot = started ? WARM : HOT, heat = hot;
        for (long done = 0; done < steps; done++) {
            if (done % BLOCK == 0) heat = hot * pow(cold / hot, (double)done / (double)steps);
            step(heat);
        }
        if (try % 2 && steps < MOST_STEPS) steps *= 2;
    }
    print();
}
