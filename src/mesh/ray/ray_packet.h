/* The kernels of rays, alone and in packets, of each set of instructions. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_H
#define CAROM_MESH_RAY_RAY_PACKET_H

#include "mesh/ray/bvh8_ray.h"

#define BVH8_BLOCK 64    /* rays of a packet at most */
#define BVH8_SUBBLOCK 16 /* rays of a sub-packet, where the whole packet diverges */

/** The kernels: the first hit, least t and then least triangle; whether there is any hit; all
 * hits, in no order. */
carom_mesh_ray_hit carom_bvh8_first_native(const bvh8_query *query);
carom_mesh_ray_hit carom_bvh8_first_scalar(const bvh8_query *query);
carom_mesh_ray_hit carom_bvh8_first_avx2(const bvh8_query *query);
carom_mesh_ray_hit carom_bvh8_first_avx512(const bvh8_query *query);
bool carom_bvh8_any_native(const bvh8_query *query);
bool carom_bvh8_any_scalar(const bvh8_query *query);
bool carom_bvh8_any_avx2(const bvh8_query *query);
bool carom_bvh8_any_avx512(const bvh8_query *query);
void carom_bvh8_all_native(const bvh8_query *query, const bvh8_sink *sink);
void carom_bvh8_all_scalar(const bvh8_query *query, const bvh8_sink *sink);
void carom_bvh8_all_avx2(const bvh8_query *query, const bvh8_sink *sink);
void carom_bvh8_all_avx512(const bvh8_query *query, const bvh8_sink *sink);
/** The first hits of query->ray[0 .. count - 1]; count is at most BVH8_BLOCK. */
void carom_bvh8_first_of_block_native(const bvh8_query *query, uint32_t count,
                                      carom_mesh_ray_hit *out);
void carom_bvh8_first_of_block_scalar(const bvh8_query *query, uint32_t count,
                                      carom_mesh_ray_hit *out);
void carom_bvh8_first_of_block_avx2(const bvh8_query *query, uint32_t count,
                                    carom_mesh_ray_hit *out);
void carom_bvh8_first_of_block_avx512(const bvh8_query *query, uint32_t count,
                                      carom_mesh_ray_hit *out);
/** Whether each of these rays hits. */
void carom_bvh8_any_of_block_native(const bvh8_query *query, uint32_t count, bool *out);
void carom_bvh8_any_of_block_scalar(const bvh8_query *query, uint32_t count, bool *out);
void carom_bvh8_any_of_block_avx2(const bvh8_query *query, uint32_t count, bool *out);
void carom_bvh8_any_of_block_avx512(const bvh8_query *query, uint32_t count, bool *out);

#endif
